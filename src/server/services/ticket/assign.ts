import type { officeTicketAssign } from '../../../contract/admin-tickets.ts';
import type { BodyOf } from '../../../contract/call.ts';
import type { Actor, Deps } from '../../deps.ts';
import { invalid } from '../../errors.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { listAgents } from './agents.ts';
import { lockTicket } from './lock.ts';

/** Hands a ticket to an agent or to nobody. @throws {ServiceError} 404, 422 for somebody who can't answer tickets */
export async function assignTicket(
  deps: Deps,
  agent: Actor,
  { ticketId, assigneeId }: BodyOf<typeof officeTicketAssign>,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const ticket = await lockTicket(trx, ticketId);
    if (ticket.assignee_id === assigneeId) return;
    const isAgent = assigneeId === null || (await listAgents(trx)).some(({ id }) => id === assigneeId);
    if (!isAgent) throw invalid({ assigneeId: ['not_found'] });
    await trx.updateTable('ticket').set({ assignee_id: assigneeId }).where('id', '=', ticketId).execute();
    await writeAudit(deps, trx, {
      ...{ actor: `person:${agent.personId}`, action: 'ticket-assigned', entity: 'ticket', entityId: ticketId },
      details: { assigneeId },
    });
  });
}
