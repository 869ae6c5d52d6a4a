import { sql } from 'kysely';
import { listHeldCents } from '#server/affiliates/contested-sales.ts';
import { listRows } from '#server/core/database/rows.ts';
import type { Db, Trx } from '#server/core/deps.ts';
import { readBalance } from '#server/core/ledger/read-balance.ts';
import { selectReturnedPrices } from '#server/orders/price-returned.ts';

/**
 * Why a payout is neither approved nor paid for now. Of an account: a conduct case that is open or was upheld, or a
 * payment for it that is disputed, lost in part or being refunded; the latter doesn't hold money that is owed already.
 * Of commissions: what stays in the balance doesn't cover sales that are disputed, being refunded or were paid back.
 */
export type PayoutHold = 'conduct' | 'dispute' | 'sales';

export const holdErrors = {
  conduct: 'payout_conduct',
  dispute: 'payout_disputed',
  sales: 'payout_sales',
} as const satisfies Record<PayoutHold, string>;

/** What holds each of these payouts, by payout id. Those that nothing holds are left out. */
export async function listHolds(
  executor: Db | Trx,
  payoutIds: readonly string[],
): Promise<ReadonlyMap<string, readonly PayoutHold[]>> {
  if (payoutIds.length === 0) return new Map();
  const [conduct, disputes, returned, uncovered] = await Promise.all([
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
    listUncovered(executor, payoutIds),
  ]);
  const holds: readonly [PayoutHold, ReadonlySet<string>][] = [
    ['conduct', new Set(conduct.map(({ id }) => id))],
    ['dispute', new Set([...disputes, ...returned].map(({ id }) => id))],
    ['sales', new Set(uncovered)],
  ];
  const ofPayout = (payoutId: string) => holds.flatMap(([hold, ids]) => (ids.has(payoutId) ? [hold] : []));
  return new Map(payoutIds.map((id) => [id, ofPayout(id)] as const).filter(([, found]) => found.length > 0));
}

/** Payouts of commissions whose payee's remaining balance is less than the commissions of contested sales. */
async function listUncovered(executor: Db | Trx, payoutIds: readonly string[]): Promise<string[]> {
  const payouts = await listRows(executor, 'payout', { id: payoutIds, source: 'affiliate' }, ['id', 'person_id']);
  const held = await listHeldCents(executor, [...new Set(payouts.map(({ person_id }) => person_id))]);
  const uncovered: string[] = [];
  for (const { id, person_id: ownerId } of payouts) {
    const remainingCents = await readBalance(executor, { kind: 'affiliate-payable', ownerId });
    if (remainingCents < (held.get(ownerId) ?? 0)) uncovered.push(id);
  }
  return uncovered;
}

/** What holds a payout, the conduct case first; null if nothing does. */
export async function findHold(executor: Db | Trx, payoutId: string): Promise<PayoutHold | null> {
  return (await listHolds(executor, [payoutId])).get(payoutId)?.[0] ?? null;
}
