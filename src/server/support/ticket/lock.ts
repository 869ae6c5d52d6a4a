import type { Trx } from '#server/core/deps.ts';
import { notFound } from '#server/core/errors.ts';
import type { StoredTicket } from '../tables.ts';

/** @throws {ServiceError} 404 */
export async function lockTicket(trx: Trx, ticketId: string): Promise<StoredTicket> {
  const ticket = await trx.selectFrom('ticket').selectAll().where('id', '=', ticketId).forUpdate().executeTakeFirst();
  if (!ticket) throw notFound();
  return ticket;
}
