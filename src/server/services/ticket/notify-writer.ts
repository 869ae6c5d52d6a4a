import type { RepliedStatus } from '../../../domain/ticket/ticket.ts';
import type { StoredTicket } from '../../db/ticket-tables.ts';
import type { Deps, Trx } from '../../deps.ts';
import { queueMail } from '../mail/queue.ts';
import { addNotification } from '../notification/add.ts';
import { guestLink, ownerLink, ticketPath } from './guest-link.ts';

type Reply = { readonly messageId: string; readonly text: string; readonly status: RepliedStatus };

/**
 * Tells the writer that we replied. The reply itself goes only to an address that is proven to be the person's; a guest
 * reads it behind the link.
 */
export async function notifyWriter(deps: Deps, trx: Trx, ticket: StoredTicket, reply: Reply): Promise<void> {
  const { id, number, subject, person_id: personId } = ticket;
  const { messageId, text, status } = reply;
  const person = personId
    ? await trx.selectFrom('person').selectAll().where('id', '=', personId).executeTakeFirst()
    : undefined;
  const isProven = person !== undefined && person.email_verified_at !== null && person.deleted_at === null;
  const locale = person?.locale ?? ticket.locale;
  const recipient = { id, locale };
  await queueMail(deps, trx, {
    dedupeKey: `ticket-reply:${messageId}`,
    recipient: isProven ? person.email : ticket.email,
    locale,
    template: 'ticket-reply',
    values: {
      number,
      name: isProven ? person.first_name : null,
      status,
      text: isProven ? text : null,
      link: isProven ? ownerLink(deps, recipient) : guestLink(deps, recipient),
    },
  });
  if (!isProven) return;
  await addNotification(deps, trx, {
    dedupeKey: `ticket-reply:${messageId}`,
    personId: person.id,
    kind: status === 'waiting' ? 'ticket_waiting' : 'ticket_answered',
    details: { ticket: number, subject },
    path: ticketPath(id),
  });
}
