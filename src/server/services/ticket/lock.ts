import type { StoredTicket } from '../../db/ticket-tables.ts';
import type { Trx } from '../../deps.ts';
import { notFound } from '../../errors.ts';

/** @throws {ServiceError} 404 */
export async function lockTicket(trx: Trx, ticketId: string): Promise<StoredTicket> {
  const ticket = await trx.selectFrom('ticket').selectAll().where('id', '=', ticketId).forUpdate().executeTakeFirst();
  if (!ticket) throw notFound();
  return ticket;
}
