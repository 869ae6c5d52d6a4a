import { updateRow } from '#server/core/database/rows.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { type TicketEvent, transitionTicket } from '#shared/support/ticket.ts';
import type { StoredTicket } from '../tables.ts';
import { stateOf, toTicketColumns } from './state.ts';

export const statementTables = ['contract_cancellation', 'subscription_cancellation'] as const;

/**
 * Applies an event to a locked ticket and increments its version. Closing clears the fingerprint, so that the same text
 * may be sent again, and decides the statements in it; opening it again takes that back.
 */
export async function applyTicketEvent(deps: Deps, trx: Trx, ticket: StoredTicket, event: TicketEvent): Promise<void> {
  const at = deps.clock();
  const next = transitionTicket(stateOf(ticket), event, at.getTime(), deps.catalog.support);
  await updateRow(trx, 'ticket', ticket.id, (eb) => ({
    ...toTicketColumns(next),
    version: eb('version', '+', 1),
    ...(next.status === 'closed' ? { fingerprint: null } : {}),
  }));
  if (event.kind !== 'closed' && ticket.status !== 'closed') return;
  const decided_at = event.kind === 'closed' ? at : null;
  for (const table of statementTables) await updateRow(trx, table, { ticket_id: ticket.id }, { decided_at });
}
