import { sql } from 'kysely';
import { getPayoutTerms } from '#content/catalog.ts';
import { listHeldCents } from '#server/affiliates/contested-sales.ts';
import { listRows } from '#server/core/database/rows.ts';
import type { Db, Deps, Trx } from '#server/core/deps.ts';
import { readBalance } from '#server/core/ledger/read-balance.ts';
import { selectReturnedPrices } from '#server/orders/price-returned.ts';
import { daysAfter, evaluatePayout } from '#shared/payouts/eligibility.ts';

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

/** Payouts whose days were corrected since the request and no longer meet the conditions. */
async function listCorrected(
  { catalog }: Pick<Deps, 'catalog'>,
  executor: Db | Trx,
  payoutIds: readonly string[],
): Promise<string[]> {
  const payouts = await listRows(executor, 'payout', { id: payoutIds, source: 'account' });
  const accounts = await listRows(executor, 'trading_account', { id: payouts.flatMap((row) => row.account_id ?? []) });
  const corrected: string[] = [];
  for (const { id, account_id, origin_id, amount_cents: amountCents, quote, ...payout } of payouts) {
    const { closed_through: last, counted_after: after } = payout;
    const account = accounts.find((each) => each.id === account_id);
    const bestDay = quote?.checks.find(({ name }) => name === 'best-day');
    if (!account || last === null || bestDay?.name !== 'best-day' || origin_id !== null) continue;
    const included = account.state.days.filter(({ day }) => day <= last);
    // An account that started over has other days; what they earned before stays owed.
    if (included.length === 0) continue;
    const days = daysAfter(included, after);
    const earnedCents = days.reduce((sum, { profitCents }) => sum + profitCents, 0);
    const { eligible, availableCents } = evaluatePayout(getPayoutTerms(catalog, account.rules_version, account), {
      ...{ startingBalanceCents: 0, balanceCents: (quote?.profitCents ?? 0) + earnedCents - bestDay.earnedCents, days },
      ...{ isFunded: true, isBreached: false, openContracts: 0, capCents: quote?.capCents ?? 0, paidCents: 0 },
    });
    if (!eligible || availableCents < amountCents) corrected.push(id);
  }
  return corrected;
}
