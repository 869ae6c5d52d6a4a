import { lockRow } from '#server/core/database/rows.ts';
import { notFound, type Trx } from '#server/core/deps.ts';
import type { StoredTicket } from '../tables.ts';

/** @throws {ServiceError} 404 */
export async function lockTicket(trx: Trx, ticketId: string): Promise<StoredTicket> {
  const ticket = await lockRow(trx, 'ticket', ticketId);
  if (!ticket) throw notFound();
  return ticket;
}
