import { type Deps, writeAudit } from '#server/core/deps.ts';
import { applyTicketEvent } from '../ticket/apply-event.ts';
import { getRequesterTicket, type TicketRequester, uploaderOf } from '../ticket/requester.ts';

/** Closes the requester's ticket; repeating it changes nothing. @throws {ServiceError} 404 */
export async function closeOwnTicket(deps: Deps, requester: TicketRequester, ticketId: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const ticket = await getRequesterTicket(trx, requester, ticketId, { lock: true });
    if (ticket.status === 'closed') return;
    await applyTicketEvent(deps, trx, ticket, { kind: 'closed' });
    await writeAudit(deps, trx, uploaderOf(requester), 'ticket-closed', ['ticket', ticket.id], {
      before: { status: ticket.status },
      after: { status: 'closed' },
    });
  });
}
