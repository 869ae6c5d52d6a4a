import { sql } from 'kysely';
import { getPayoutVersion } from '#content/catalog.ts';
import type { Db, Deps, Trx } from '#server/core/deps.ts';
import { liveStatuses } from '#shared/payouts/stages.ts';
import type { StoredPayout } from '../tables.ts';

type Counted = Pick<StoredPayout, 'id' | 'amount_cents' | 'person_id'>;

/**
 * How many people must approve each payout, by id. From the limit on it is two, and what its payee was approved for
 * earlier on the same UTC day counts, so that several small payouts need them like one large payout.
 */
export async function listApprovalsRequired(
  deps: Deps,
  executor: Db | Trx,
  payouts: readonly Counted[],
): Promise<ReadonlyMap<string, number>> {
  if (payouts.length === 0) return new Map();
  const days = await listDayCents(deps, executor, payouts);
  const { twoApprovalsFromCents } = getPayoutVersion(deps.catalog);
  return new Map([...days].map(([id, cents]) => [id, cents >= twoApprovalsFromCents ? 2 : 1]));
}

/** Each payout's amount with what its payee was approved for earlier on the same UTC day, by id. */
async function listDayCents(deps: Deps, executor: Db | Trx, payouts: readonly Counted[]) {
  const earlier = await readEarlierCents(executor, payouts, deps.clock());
  return new Map(payouts.map(({ id, amount_cents }) => [id, amount_cents + (earlier.get(id) ?? 0)]));
}

/** Whether the amount, with the payee's others of the day, is one that the rule may approve. */
export async function isWithinRule(deps: Deps, executor: Db | Trx, payout: Counted): Promise<boolean> {
  const cents = (await listDayCents(deps, executor, [payout])).get(payout.id) ?? payout.amount_cents;
  const { twoApprovalsFromCents } = getPayoutVersion(deps.catalog);
  return cents <= deps.catalog.payoutsByRule.upToCents && cents < twoApprovalsFromCents;
}

export async function readApprovalsRequired(deps: Deps, executor: Db | Trx, payout: Counted): Promise<number> {
  return (await listApprovalsRequired(deps, executor, [payout])).get(payout.id) ?? 2;
}

/** What each payout's payee was approved for before it on its day: the day it was approved, or today. */
async function readEarlierCents(executor: Db | Trx, payouts: readonly Counted[], now: Date) {
  const ids = payouts.map(({ id }) => id);
  const { rows } = await sql<{ id: string; cents: number }>`
    with asked as (
      select payout.id, payout.person_id, payout.is_sample, coalesce(stage.at, ${now}) as at, stage.at is null as is_open
      from payout left join payout_stage stage on stage.payout_id = payout.id and stage.status = 'approved'
      where payout.id in (${sql.join(ids)})
    )
    select asked.id, sum(other.amount_cents) as cents
    from asked
    join payout other on other.person_id = asked.person_id and other.id <> asked.id and other.is_sample = asked.is_sample
    join payout_stage approval on approval.payout_id = other.id and approval.status = 'approved'
    where other.status in (${sql.join([...liveStatuses])})
      and (asked.is_open or (approval.at, other.id) < (asked.at, asked.id))
      and approval.at >= date_trunc('day', asked.at, 'UTC')
    group by asked.id
  `.execute(executor);
  return new Map(rows.map(({ id, cents }) => [id, Number(cents)]));
}
