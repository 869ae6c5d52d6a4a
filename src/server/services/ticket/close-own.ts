import type { Deps } from '../../deps.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { applyTicketEvent } from './apply-event.ts';
import { getReadersTicket, type TicketReader, uploaderOf } from './reader.ts';

/** Closes the reader's ticket; repeating it changes nothing. @throws {ServiceError} 404 */
export async function closeOwnTicket(deps: Deps, reader: TicketReader, ticketId: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const ticket = await getReadersTicket(trx, reader, ticketId, { lock: true });
    if (ticket.status === 'closed') return;
    await applyTicketEvent(deps, trx, ticket, { kind: 'closed' });
    await writeAudit(deps, trx, {
      actor: uploaderOf(reader),
      action: 'ticket-closed',
      entity: 'ticket',
      entityId: ticket.id,
      details: { before: { status: ticket.status }, after: { status: 'closed' } },
    });
  });
}
