import { getPayoutTerms } from '#content/catalog.ts';
import { listRows } from '#server/core/database/rows.ts';
import type { Db, Deps, Trx } from '#server/core/deps.ts';
import { daysAfter, evaluatePayout } from '#shared/payouts/eligibility.ts';
import { listCounted } from '../request/read-facts.ts';

/** Payouts whose days were corrected since the request and no longer meet the conditions. */
export async function listCorrected(
  { catalog }: Pick<Deps, 'catalog'>,
  executor: Db | Trx,
  payoutIds: readonly string[],
): Promise<string[]> {
  const payouts = await listRows(executor, 'payout', { id: payoutIds, source: 'account' });
  const accounts = await listRows(executor, 'trading_account', { id: payouts.flatMap((row) => row.account_id ?? []) });
  const corrected: string[] = [];
  for (const { id, account_id, origin_id, amount_cents: amountCents, closed_through: last, quote } of payouts) {
    const account = accounts.find((each) => each.id === account_id);
    const bestDay = quote?.checks.find(({ name }) => name === 'best-day');
    if (!account || last === null || bestDay?.name !== 'best-day' || origin_id !== null) continue;
    const included = account.state.days.filter(({ day }) => day <= last);
    // An account that started over has other days; what they earned before stays owed.
    if (included.length === 0) continue;
    const earlier = (await listCounted(executor, account.id))
      .map((each) => each.closedThrough)
      .filter((day) => day < last);
    const days = daysAfter(included, earlier.sort().at(-1) ?? null);
    const earnedCents = days.reduce((sum, { profitCents }) => sum + profitCents, 0);
    const { eligible, availableCents } = evaluatePayout(getPayoutTerms(catalog, account.rules_version, account), {
      ...{ startingBalanceCents: 0, balanceCents: (quote?.profitCents ?? 0) + earnedCents - bestDay.earnedCents, days },
      ...{ isFunded: true, isBreached: false, openContracts: 0, capCents: quote?.capCents ?? 0, paidCents: 0 },
    });
    if (!eligible || availableCents < amountCents) corrected.push(id);
  }
  return corrected;
}
