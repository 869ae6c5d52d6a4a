import { requireRow } from '#server/core/database/rows.ts';
import type { Actor, Deps } from '#server/core/deps.ts';
import type { BodyOf, DataOf } from '#shared/core/call.ts';
import type { officeTicketPresence as call } from '#shared/support/contract-office.ts';
import { agentName } from './list.ts';

/** Three heartbeats: after this time, an agent who closed the page no longer counts as present. */
const presentMs = 30_000;

/** Records that an agent has a ticket open, and lists the others who have. @throws {ServiceError} 404 */
export async function showPresence(
  deps: Deps,
  agent: Actor,
  { ticketId, writing }: BodyOf<typeof call>,
): Promise<DataOf<typeof call>> {
  const now = deps.clock();
  const ticket = await requireRow(deps.db, 'ticket', ticketId, ['version']);
  const seen = { seen_at: now, writing_at: writing ? now : null };
  await deps.db
    .insertInto('ticket_presence')
    .values({ ticket_id: ticketId, person_id: agent.personId, ...seen })
    .onConflict((conflict) => conflict.columns(['ticket_id', 'person_id']).doUpdateSet(seen))
    .execute();
  const others = await deps.db
    .selectFrom('ticket_presence')
    .innerJoin('person', 'person.id', 'ticket_presence.person_id')
    .select(['first_name', 'last_name', 'email', 'writing_at'])
    .where('ticket_id', '=', ticketId)
    .where('person_id', '<>', agent.personId)
    .where('seen_at', '>', new Date(now.getTime() - presentMs))
    .orderBy('email')
    .execute();
  return {
    version: ticket.version,
    others: others.map((row) => ({ name: agentName(row), writing: row.writing_at !== null })),
  };
}
