import { changeRow, isNull, updateRow } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';
import { RecipientRefusedError } from '../ports/mail/recipient-refused.ts';

/**
 * Sends a stored mail once. The mail is claimed first, so that concurrent runs don't both send it. If the process dies,
 * `reconcile-mails` releases the claim and the mail is sent again with the same Message-ID. If the server refuses the
 * address, only staff can send the mail again.
 */
export async function sendMail(deps: Deps, mailId: string): Promise<void> {
  const mail = await changeRow(
    deps.db,
    'mail',
    { id: mailId, sent_at: isNull, refused_at: isNull, given_up_at: isNull, claimed_at: isNull },
    { claimed_at: deps.clock() },
  );
  if (!mail) return;
  const host = new URL(deps.env.origin).hostname;
  try {
    await deps.mailer.send({
      recipient: mail.recipient,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      messageId: `<${mail.id}@${host}>`,
      replyTo: mail.reply_to,
      unsubscribeUrl: mail.unsubscribe_url,
    });
  } catch (error) {
    const isRefused = error instanceof RecipientRefusedError;
    const refused_at = isRefused ? deps.clock() : null;
    const unanswered = isAnswered(error) ? {} : { unanswered_at: deps.clock() };
    await updateRow(deps.db, 'mail', mailId, {
      ...{ claimed_at: null, failure: describeFailure(error), refused_at, ...unanswered },
    });
    if (isRefused) {
      const { responseCode } = error;
      deps.log.warn({ mailId, responseCode }, 'the mail server refused an address, so its mail is not sent again');
      return;
    }
    throw error;
  }
  // The body may hold a valid code, so only recipient, subject without it and time are kept.
  await updateRow(deps.db, 'mail', { id: mailId, sent_at: isNull }, (eb) => ({
    ...{ sent_at: deps.clock(), text: '', html: '', failure: null },
    subject: eb.fn.coalesce('kept_subject', 'subject'),
  }));
}

/** Whether the mail server has not taken the mail for certain: it said so, or wasn't reached. */
function isAnswered(error: unknown): boolean {
  const { responseCode, syscall, code }: { responseCode?: number; syscall?: string; code?: string } = Object(error);
  return responseCode !== undefined || syscall === 'connect' || code === 'EDNS';
}

const maxFailureLength = 300;

/** What the mail server or the network said, for staff. */
function describeFailure(error: unknown): string {
  const cause = error instanceof RecipientRefusedError ? error.cause : error;
  const { response, message }: { response?: string; message?: string } = Object(cause);
  return (response ?? message ?? 'unknown').slice(0, maxFailureLength);
}
