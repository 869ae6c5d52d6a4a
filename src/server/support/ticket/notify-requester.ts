import { findRow } from '#server/core/database/rows.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { queueMail } from '#server/messages/mail/queue.ts';
import { addNotification } from '#server/messages/notifications/add.ts';
import type { RepliedStatus } from '#shared/support/ticket.ts';
import type { StoredTicket } from '../tables.ts';
import { guestLink, ownerLink, ticketPath } from './guest-link.ts';

type Reply = { readonly messageId: string; readonly text: string; readonly status: RepliedStatus };

/**
 * Notifies the requester of our reply. The reply itself is only mailed to a person's verified address; a guest reads it
 * behind the link.
 */
export async function notifyRequester(deps: Deps, trx: Trx, ticket: StoredTicket, reply: Reply): Promise<void> {
  const { id, number, subject, person_id: personId } = ticket;
  const { messageId, text, status } = reply;
  const person = personId ? await findRow(trx, 'person', personId) : undefined;
  const isVerified = person !== undefined && person.email_verified_at !== null && person.deleted_at === null;
  const locale = person?.locale ?? ticket.locale;
  const recipient = { id, locale };
  await queueMail(
    deps,
    trx,
    { email: isVerified ? person.email : ticket.email, locale },
    'ticket-reply',
    `ticket-reply:${messageId}`,
    {
      number,
      name: isVerified ? person.first_name : null,
      status,
      text: isVerified ? text : null,
      link: isVerified ? ownerLink(deps, recipient) : guestLink(deps, recipient),
    },
  );
  if (!isVerified) return;
  await addNotification(deps, trx, {
    dedupeKey: `ticket-reply:${messageId}`,
    personId: person.id,
    kind: status === 'waiting' ? 'ticket_waiting' : 'ticket_answered',
    details: { ticket: number, subject },
    path: ticketPath(id),
  });
}
