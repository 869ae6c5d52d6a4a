import { sql } from 'kysely';
import { type Actor, type Deps, ServiceError, type Trx, writeAudit } from '#server/core/deps.ts';
import type { BodyOf } from '#shared/core/call.ts';
import type { officeTicketStatus } from '#shared/support/contract-office.ts';
import { claims } from '../claims.ts';
import { applyTicketEvent } from '../ticket/apply-event.ts';
import { lockForAgent } from './lock-for-agent.ts';

const events = {
  closed: { event: { kind: 'closed' }, action: 'ticket-closed' },
  open: { event: { kind: 'reopened' }, action: 'ticket-reopened' },
} as const;

/**
 * Closes a ticket without a reply, or reopens it; repeating it changes nothing.
 * @throws {ServiceError} 404, 409 if it was changed in the meantime or merged, or if a claim in it has neither a remedy nor
 * a reply
 */
export async function changeTicketStatus(
  deps: Deps,
  agent: Actor,
  { ticketId, version, status }: BodyOf<typeof officeTicketStatus>,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const ticket = await lockForAgent(trx, { ticketId, version });
    if (!ticket || ticket.status === status) return;
    if (status === 'closed' && ticket.first_replied_at === null && (await isUndecided(trx, ticketId)))
      throw new ServiceError(409, 'claim_undecided');
    const { event, action } = events[status];
    await applyTicketEvent(deps, trx, ticket, event);
    await writeAudit(deps, trx, `person:${agent.personId}`, action, ['ticket', ticketId], {
      before: { status: ticket.status },
      after: { status },
    });
  });
}

async function isUndecided(trx: Trx, ticketId: string): Promise<boolean> {
  const { rows } = await sql`
    select from ${claims} c where c.ticket_id = ${ticketId} and c.status = 'to-decide' limit 1`.execute(trx);
  return rows.length > 0;
}
