import { updateRow } from '#server/core/database/rows.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { type TicketEvent, transitionTicket } from '#shared/support/ticket.ts';
import type { StoredTicket } from '../tables.ts';
import { stateOf, toTicketColumns } from './state.ts';

/**
 * Applies an event to a locked ticket and increments its version. Closing clears the fingerprint, so that the same text
 * may be sent again.
 */
export async function applyTicketEvent(deps: Deps, trx: Trx, ticket: StoredTicket, event: TicketEvent): Promise<void> {
  const next = transitionTicket(stateOf(ticket), event, deps.clock().getTime(), deps.catalog.support);
  await updateRow(trx, 'ticket', ticket.id, (eb) => ({
    ...toTicketColumns(next),
    version: eb('version', '+', 1),
    ...(next.status === 'closed' ? { fingerprint: null } : {}),
  }));
}
