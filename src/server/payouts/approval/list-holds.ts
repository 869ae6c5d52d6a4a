import { sql } from 'kysely';
import type { Db, Trx } from '#server/core/deps.ts';
import { selectReturnedPrices } from '#server/orders/price-returned.ts';

/**
 * Why an account's payout is neither approved nor paid for now: a conduct case that is open or was upheld, or a payment
 * for the account that is disputed, lost in part or being refunded. The latter doesn't hold money that is owed already.
 */
export type PayoutHold = 'conduct' | 'dispute';

export const holdErrors = {
  conduct: 'payout_conduct',
  dispute: 'payout_disputed',
} as const satisfies Record<PayoutHold, string>;

/** What holds each of these payouts, by payout id. Those that nothing holds are left out. */
export async function listHolds(
  executor: Db | Trx,
  payoutIds: readonly string[],
): Promise<ReadonlyMap<string, readonly PayoutHold[]>> {
  if (payoutIds.length === 0) return new Map();
  const [conduct, disputes, returned] = await Promise.all([
    executor
      .selectFrom('payout')
      .innerJoin('conduct_case', 'conduct_case.account_id', 'payout.account_id')
      .select('payout.id')
      .where('payout.id', 'in', payoutIds)
      .where('conduct_case.status', 'in', ['open', 'upheld'])
      .execute(),
    executor
      .selectFrom('payout')
      .innerJoin('account_suspension', 'account_suspension.account_id', 'payout.account_id')
      .innerJoin('payment_dispute', (join) =>
        join.on('account_suspension.source', '=', sql<string>`'dispute:' || payment_dispute.id`),
      )
      .select('payout.id')
      .where('payout.id', 'in', payoutIds)
      .where('payout.origin_id', 'is', null)
      .where('payment_dispute.status', '<>', 'won')
      .execute(),
    executor
      .selectFrom('payout')
      .select('payout.id')
      .where('payout.id', 'in', payoutIds)
      .where('payout.origin_id', 'is', null)
      .where('payout.account_id', 'in', selectReturnedPrices(executor))
      .execute(),
  ]);
  const conductIds = new Set(conduct.map(({ id }) => id));
  const disputedIds = new Set([...disputes, ...returned].map(({ id }) => id));
  return new Map(
    [...conductIds.union(disputedIds)].map((id) => [
      id,
      [...(conductIds.has(id) ? ['conduct' as const] : []), ...(disputedIds.has(id) ? ['dispute' as const] : [])],
    ]),
  );
}

/** What holds a payout, the conduct case first; null if nothing does. */
export async function findHold(executor: Db | Trx, payoutId: string): Promise<PayoutHold | null> {
  return (await listHolds(executor, [payoutId])).get(payoutId)?.[0] ?? null;
}
