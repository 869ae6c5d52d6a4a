import { sql } from 'kysely';
import type { Db, Deps, Trx } from '#server/core/deps.ts';

/**
 * Suspensions that risk staff can lift: their own, and one for a dispute that was partly lost, which nothing else ends.
 */
export const isRestorable = sql<boolean>`(
  account_suspension.reason in ('risk', 'liquidate-only') or exists (
    select from payment_dispute as dispute
    where account_suspension.source = 'dispute:' || dispute.id and dispute.status = 'lost'
  )
)`;

/** The suspensions in force, earliest first. */
export async function listSuspensions({ clock }: Deps, executor: Db | Trx, accountId: string) {
  const rows = await executor
    .selectFrom('account_suspension')
    .select(['source', 'reason', 'until', isRestorable.as('isRestorable')])
    .where('account_id', '=', accountId)
    .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', clock())]))
    .orderBy('since')
    .execute();
  return rows.map(({ until, ...suspension }) => ({ ...suspension, until: until?.getTime() ?? null }));
}
