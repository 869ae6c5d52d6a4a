import { insertOnce } from '#server/core/database/rows.ts';
import type { Db, Mailer } from '#server/core/deps.ts';
import { sha256 } from '#server/core/encryption.ts';

/** A mailbox in a table, shown at /dev/mailbox. Each Message-ID arrives once. */
export function createMailbox(db: Db, clock: () => Date): Mailer {
  return {
    async send({ recipient, subject, text, html, messageId, replyTo, unsubscribeUrl }) {
      await insertOnce(db, 'mailbox', {
        id: sha256(messageId),
        recipient,
        subject,
        text,
        html,
        reply_to: replyTo ?? null,
        unsubscribe_url: unsubscribeUrl ?? null,
        sent_at: clock(),
      });
    },
  };
}
