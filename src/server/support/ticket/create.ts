import { findRow, insertOnce, insertRow } from '#server/core/database/rows.ts';
import { type Deps, newId, type Trx } from '#server/core/deps.ts';
import { nextSeriesNumber } from '#server/core/numbers/next.ts';
import { openTicketAt, subjectOf } from '#shared/support/ticket.ts';
import type { StoredTicket } from '../tables.ts';
import { toTicketColumns } from './state.ts';

export type NewTicket = Pick<StoredTicket, 'id' | 'person_id' | 'name' | 'email' | 'locale' | 'topic'> &
  Partial<Pick<StoredTicket, 'subject' | 'order_id' | 'account_id' | 'payout_id' | 'feature_request_id'>> & {
    readonly fingerprint: string;
    readonly message: string;
  };

export type CreatedTicket = { readonly ticketId: string; readonly messageId: string; readonly number: string };

/** Stores a ticket with its first message; undefined if an open one has the same fingerprint. */
export async function createTicket(
  deps: Deps,
  trx: Trx,
  { message, ...ticket }: NewTicket,
): Promise<CreatedTicket | undefined> {
  const at = deps.clock();
  const earlier = await findRow(trx, 'ticket', { fingerprint: ticket.fingerprint }, ['id']);
  if (earlier) return undefined;
  const number = await nextSeriesNumber(trx, `T${at.getUTCFullYear()}`);
  const isStored = await insertOnce(trx, 'ticket', {
    subject: subjectOf(message),
    ...ticket,
    number,
    ...toTicketColumns(openTicketAt(at.getTime(), deps.catalog.support)),
    opened_at: at,
  });
  if (!isStored) return undefined;
  const messageId = newId();
  await insertRow(trx, 'ticket_message', {
    id: messageId,
    ticket_id: ticket.id,
    kind: 'written',
    actor: ticket.person_id === null ? 'guest' : `person:${ticket.person_id}`,
    text: message,
    idempotency_key: 'first',
    created_at: at,
  });
  return { ticketId: ticket.id, messageId, number };
}
