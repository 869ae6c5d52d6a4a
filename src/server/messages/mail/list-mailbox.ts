import { sql } from 'kysely';
import { normalizeEmail } from '#lib/email-address.ts';
import type { Db } from '#server/core/deps.ts';

export type MailboxMail = { to: string; subject: string; text: string; html: string; sentAt: string };

const maxMails = 200;

/** The mailbox of one address, or of all addresses, newest first. Times are ISO 8601. */
export async function listMailbox(db: Db, address: string | undefined): Promise<MailboxMail[]> {
  const rows = await db
    .selectFrom('mailbox')
    .selectAll()
    .$if(address !== undefined, (query) => query.where(sql`lower(recipient)`, '=', normalizeEmail(address ?? '')))
    .orderBy('number', 'desc')
    .limit(maxMails)
    .execute();
  return rows.map(({ recipient, subject, text, html, sent_at }) => ({
    to: recipient,
    subject,
    text,
    html,
    sentAt: sent_at.toISOString(),
  }));
}
