import { writeAudit } from '#server/core/audit/write-audit.ts';
import type { Actor, Deps } from '#server/core/deps.ts';
import type { BodyOf } from '#shared/core/call.ts';
import type { officeTicketStatus } from '#shared/support/contract-office.ts';
import { applyTicketEvent } from '../ticket/apply-event.ts';
import { lockForAgent } from './lock-for-agent.ts';

const events = {
  closed: { event: { kind: 'closed' }, action: 'ticket-closed' },
  open: { event: { kind: 'reopened' }, action: 'ticket-reopened' },
} as const;

/**
 * Closes a ticket without a reply, or reopens it; repeating it changes nothing.
 * @throws {ServiceError} 404, 409 if it was changed in the meantime or merged
 */
export async function changeTicketStatus(
  deps: Deps,
  agent: Actor,
  { ticketId, version, status }: BodyOf<typeof officeTicketStatus>,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const ticket = await lockForAgent(trx, { ticketId, version });
    if (!ticket || ticket.status === status) return;
    const { event, action } = events[status];
    await applyTicketEvent(deps, trx, ticket, event);
    await writeAudit(deps, trx, `person:${agent.personId}`, action, ['ticket', ticketId], {
      before: { status: ticket.status },
      after: { status },
    });
  });
}
