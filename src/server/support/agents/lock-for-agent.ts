import { findRow, requireLockedRow } from '#server/core/database/rows.ts';
import { ServiceError, type Trx } from '#server/core/deps.ts';
import type { StoredTicket } from '../tables.ts';

/**
 * Locks a ticket for an agent who has read this version of it; undefined if the key's message is already stored.
 * @throws {ServiceError} 404, 409 if it was merged or changed in the meantime
 */
export async function lockForAgent(
  trx: Trx,
  { ticketId, version, key }: { readonly ticketId: string; readonly version: number; readonly key?: string },
): Promise<StoredTicket | undefined> {
  const ticket = await requireLockedRow(trx, 'ticket', ticketId);
  if (key !== undefined) {
    const stored = await findRow(trx, 'ticket_message', { ticket_id: ticketId, idempotency_key: key }, ['id']);
    if (stored) return undefined;
  }
  if (ticket.merged_into !== null) throw new ServiceError(409, 'ticket_merged');
  if (ticket.version !== version) {
    throw new ServiceError(409, 'ticket_changed', { data: { version: ticket.version } });
  }
  return ticket;
}
