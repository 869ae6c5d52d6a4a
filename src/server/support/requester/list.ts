import type { Actor, Deps } from '#server/core/deps.ts';
import type { TicketSummary } from '#shared/support/contract-shapes.ts';
import { ownedBy } from '../ticket/requester.ts';

const maxTickets = 100;

/** A person's tickets, most recently changed first, without those merged into another. */
export async function listOwnTickets({ db }: Deps, actor: Actor): Promise<TicketSummary[]> {
  const rows = await db
    .selectFrom('ticket')
    .select(['id', 'number', 'topic', 'subject', 'status', 'changed_at'])
    .where(ownedBy(actor))
    .where('merged_into', 'is', null)
    .orderBy('changed_at', 'desc')
    .orderBy('id')
    .limit(maxTickets)
    .execute();
  return rows.map(({ changed_at, ...row }) => ({ ...row, changedAt: changed_at.getTime() }));
}
