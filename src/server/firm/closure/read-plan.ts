import { sql } from 'kysely';
import { findRow, isNotNull } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';
import { isSampleChain } from '#server/payouts/statistics/find-head.ts';
import type { DataOf } from '#shared/core/call.ts';
import { closureKinds } from '#shared/firm/closure.ts';
import type { closurePlan } from '#shared/firm/contract-closure.ts';
import { utcDayOf } from '#shared/payouts/statistics.ts';
import { findDailyDryRun } from './dry-run.ts';

/**
 * What the daily dry run would pay, or a closure that has begun pays, by kind; no sums while they would be about too few
 * people.
 */
export async function readClosurePlan(deps: Deps): Promise<DataOf<typeof closurePlan>> {
  const isSample = isSampleChain(deps);
  const carriedOut = await findRow(deps.db, 'closure', { frozen_at: isNotNull, computed_at: isNotNull });
  const closure = carriedOut ?? (await findDailyDryRun(deps));
  const isClosing = carriedOut !== undefined;
  if (!closure) return { isSample, isClosing, asOf: null, sums: null };
  const { rows } = await sql<{ kind: string | null; people: number; cents: number; held: number }>`
    select kind, count(distinct person_id)::int as people, sum(amount_cents)::bigint as cents,
      coalesce(sum(amount_cents) filter (where hold is not null), 0)::bigint as held
    from closure_line where closure_id = ${closure.id} group by grouping sets ((kind), ())`.execute(deps.db);
  const people = rows.find(({ kind }) => kind === null)?.people ?? 0;
  const isEnough = isSample || people >= deps.catalog.payoutStatistics.minimumPaid;
  const sums = closureKinds.map((kind) => {
    const { cents = 0, held = 0 } = rows.find((row) => row.kind === kind) ?? {};
    return { kind, amountCents: cents, heldCents: held };
  });
  const asOf = utcDayOf((carriedOut?.frozen_at ?? closure.requested_at).getTime());
  return { isSample, isClosing, asOf, sums: isEnough ? sums : null };
}
