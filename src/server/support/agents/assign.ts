import { requireLockedRow, updateRow } from '#server/core/database/rows.ts';
import { type Actor, type Deps, invalid, ServiceError, writeAudit } from '#server/core/deps.ts';
import type { BodyOf } from '#shared/core/call.ts';
import type { officeTicketAssign } from '#shared/support/contract-office.ts';
import { listAgents } from './list.ts';

type AssignOptions = {
  /** The assignee as far as the caller knows; undefined if that doesn't matter. */
  readonly from?: string | null | undefined;
};

/**
 * Assigns a ticket to an agent or to nobody.
 * @throws {ServiceError} 404, 409 if it was assigned to someone else in the meantime, 422 for a person who can't
 * answer tickets
 */
export async function assignTicket(
  deps: Deps,
  agent: Actor,
  { ticketId, assigneeId }: BodyOf<typeof officeTicketAssign>,
  { from }: AssignOptions = {},
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const ticket = await requireLockedRow(trx, 'ticket', ticketId);
    if (ticket.assignee_id === assigneeId) return;
    if (from !== undefined && ticket.assignee_id !== from) throw new ServiceError(409, 'ticket_changed');
    const isAgent = assigneeId === null || (await listAgents(trx)).some(({ id }) => id === assigneeId);
    if (!isAgent) throw invalid({ assigneeId: ['not_found'] });
    await updateRow(trx, 'ticket', ticketId, { assignee_id: assigneeId });
    await writeAudit(deps, trx, `person:${agent.personId}`, 'ticket-assigned', ['ticket', ticketId], {
      before: { assigneeId: ticket.assignee_id },
      after: { assigneeId },
    });
  });
}
