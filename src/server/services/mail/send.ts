import type { Deps } from '../../deps.ts';

/**
 * Hands a stored mail to the mailer, once. Who sends it claims it first, so that two runs of its job do not both send;
 * a claim whose process died is taken back by `reconcile-mails`, and the mail goes again under the same Message-ID.
 */
export async function sendMail(deps: Deps, mailId: string): Promise<void> {
  const mail = await deps.db
    .updateTable('mail')
    .set({ claimed_at: deps.clock() })
    .where('id', '=', mailId)
    .where('sent_at', 'is', null)
    .where('claimed_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
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
    await deps.db.updateTable('mail').set({ claimed_at: null }).where('id', '=', mailId).execute();
    throw error;
  }
  // What was sent may hold a code that still works: only who, what about and when stays with us.
  await deps.db
    .updateTable('mail')
    .set({ sent_at: deps.clock(), text: '', html: '' })
    .where('id', '=', mailId)
    .where('sent_at', 'is', null)
    .execute();
}
