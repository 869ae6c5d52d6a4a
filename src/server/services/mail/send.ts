import type { Deps } from '../../deps.ts';

/** Hands a stored mail to the mailer, once; a second run after a crash may send again under the same Message-ID. */
export async function sendMail(deps: Deps, mailId: string): Promise<void> {
  const mail = await deps.db.selectFrom('mail').selectAll().where('id', '=', mailId).executeTakeFirst();
  if (!mail || mail.sent_at) return;
  const host = new URL(deps.env.origin).hostname;
  await deps.mailer.send({
    recipient: mail.recipient,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: `<${mail.id}@${host}>`,
    replyTo: mail.reply_to,
    unsubscribeUrl: mail.unsubscribe_url,
  });
  // What was sent may hold a code that still works: only who, what about and when stays with us.
  await deps.db
    .updateTable('mail')
    .set({ sent_at: deps.clock(), text: '', html: '' })
    .where('id', '=', mailId)
    .where('sent_at', 'is', null)
    .execute();
}
