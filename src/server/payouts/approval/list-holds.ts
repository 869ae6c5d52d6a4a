import { sql } from 'kysely';
import { listHeldCents } from '#server/affiliates/contested-sales.ts';
import { listRows } from '#server/core/database/rows.ts';
import type { Db, Deps, Trx } from '#server/core/deps.ts';
import { readBalance } from '#server/core/ledger/read-balance.ts';
import { selectReturnedPrices } from '#server/orders/price-returned.ts';
import { listCorrected } from './list-corrected.ts';

/**
 * Why a payout is neither approved nor paid for now. Of an account: a conduct case that is open or was upheld, trades
 * against another account that nobody has decided about, corrected days that don't meet the conditions, or a payment for
 * it that is disputed, lost in part or being refunded; the last two don't hold money that is owed already.
 * Of commissions: what stays in the balance doesn't cover sales that are disputed, being refunded or were paid back.
 */
export const holdErrors = {
  conduct: 'payout_conduct',
  finding: 'payout_finding',
  conditions: 'payout_corrected',
  dispute: 'payout_disputed',
  sales: 'payout_sales',
} as const;

export type PayoutHold = keyof typeof holdErrors;

/** What holds each of these payouts, by payout id. Those that nothing holds are left out. */
export async function listHolds(
  deps: Pick<Deps, 'catalog'>,
  executor: Db | Trx,
  payoutIds: readonly string[],
): Promise<ReadonlyMap<string, readonly PayoutHold[]>> {
  if (payoutIds.length === 0) return new Map();
  const of = executor.selectFrom('payout').select('payout.id').where('payout.id', 'in', payoutIds);
  const notOwed = of.where('payout.origin_id', 'is', null);
  const conduct = of
    .innerJoin('conduct_case', 'conduct_case.account_id', 'payout.account_id')
    .where('conduct_case.status', 'in', ['open', 'upheld']);
  const findings = of
    .innerJoin('finding', (join) =>
      join.on(sql<boolean>`payout.account_id in (finding.account_id, finding.other_account_id)`),
    )
    .where('finding.status', '=', 'open')
    .where('finding.kind', 'in', ['opposite-sides', 'mirrored-trades']);
  const disputes = notOwed
    .innerJoin('account_suspension', 'account_suspension.account_id', 'payout.account_id')
    .innerJoin('payment_dispute', (join) =>
      join.on('account_suspension.source', '=', sql<string>`'dispute:' || payment_dispute.id`),
    )
    .where('payment_dispute.status', '<>', 'won');
  const returned = notOwed.where('payout.account_id', 'in', selectReturnedPrices(executor));
  const idsOf = async (query: typeof of) => (await query.execute()).map(({ id }) => id);
  const held: Readonly<Record<PayoutHold, Promise<string[]>>> = {
    conduct: idsOf(conduct),
    finding: idsOf(findings),
    conditions: listCorrected(deps, executor, payoutIds),
    dispute: Promise.all([idsOf(disputes), idsOf(returned)]).then((ids) => ids.flat()),
    sales: listUncovered(executor, payoutIds),
  };
  const ids = await Promise.all(Object.values(held));
  const holds = (Object.keys(held) as PayoutHold[]).map((hold, index) => [hold, new Set(ids[index])] as const);
  const ofPayout = (payoutId: string) => holds.flatMap(([hold, those]) => (those.has(payoutId) ? [hold] : []));
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
export async function findHold(
  deps: Pick<Deps, 'catalog'>,
  executor: Db | Trx,
  payoutId: string,
): Promise<PayoutHold | null> {
  return (await listHolds(deps, executor, [payoutId])).get(payoutId)?.[0] ?? null;
}
