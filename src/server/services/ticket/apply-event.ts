import { type TicketEvent, transitionTicket } from '../../../domain/ticket/ticket.ts';
import type { StoredTicket } from '../../db/ticket-tables.ts';
import type { Deps, Trx } from '../../deps.ts';
import { stateOf, toTicketColumns } from './state.ts';

/**
 * Applies an event to a locked ticket and increments its version. Closing clears the fingerprint, so that the same text
 * may be sent again.
 */
export async function applyTicketEvent(deps: Deps, trx: Trx, ticket: StoredTicket, event: TicketEvent): Promise<void> {
  const next = transitionTicket(stateOf(ticket), event, deps.clock().getTime(), deps.catalog.support);
  await trx
    .updateTable('ticket')
    .set((eb) => ({
      ...toTicketColumns(next),
      version: eb('version', '+', 1),
      ...(next.status === 'closed' ? { fingerprint: null } : {}),
    }))
    .where('id', '=', ticket.id)
    .execute();
}
