import type { Deps, Trx } from '#server/core/deps.ts';
import { queueMail, staffOf } from '#server/messages/mail/queue.ts';
import type { TicketTopic } from '#shared/support/contract-shapes.ts';
import { guestLink, ownerLink } from './guest-link.ts';

export type NewTicket = {
  readonly ticketId: string;
  readonly number: string;
  readonly topic: TicketTopic;
  readonly name: string;
  readonly email: string;
  readonly message: string;
  readonly locale: string;
  /** Whether the address is verified as the requester's; the message is quoted to no other address. */
  readonly isOwner: boolean;
};

/** Mails staff, who reply in the back office, and confirms the ticket to its requester. */
export async function notifyOfNewTicket(deps: Deps, trx: Trx, ticket: NewTicket): Promise<void> {
  const { ticketId, number, topic, name, email, message, locale, isOwner } = ticket;
  await notifyStaff(deps, trx, { ticketId, number, topic, name, email, message });
  const recipient = { id: ticketId, locale };
  const link = isOwner ? ownerLink(deps, recipient) : guestLink(deps, recipient);
  await queueMail(deps, trx, { email, locale }, 'contact-copy', `contact-copy:${ticketId}`, {
    number,
    topic,
    name,
    message,
    isOwner,
    link,
  });
}

/** Only mails staff, for a ticket that was already confirmed to its requester. */
export async function notifyStaff(
  deps: Deps,
  trx: Trx,
  { ticketId, ...values }: Omit<NewTicket, 'locale' | 'isOwner'>,
): Promise<void> {
  await queueMail(deps, trx, staffOf(deps), 'contact-staff', `contact-staff:${ticketId}`, { ticketId, ...values });
}
