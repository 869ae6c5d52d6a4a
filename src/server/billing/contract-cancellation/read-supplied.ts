import { getPayoutTerms } from '#content/catalog.ts';
import { rulesOf } from '#server/accounts/rules-of.ts';
import { findRow, getRow, isNotNull } from '#server/core/database/rows.ts';
import type { Db, Deps, Trx } from '#server/core/deps.ts';
import { getProduct } from '#server/orders/products/registry.ts';
import type { OrderRow } from '#server/orders/tables.ts';
import { findMaxLoss } from '#shared/accounts/drawdown/registry.ts';
import { paidItems } from '#shared/orders/refund-plan.ts';
import { computeSupplied, type Part, type Supplied } from '#shared/orders/supplied.ts';
import { firstPeriodOf } from '../subscriptions/first-period.ts';
import { legalRefundOf } from './refund-of.ts';

/** What of a started order was supplied until a declaration; null unless the law refunds the rest. */
export async function findSupplied(deps: Deps, trx: Db | Trx, order: OrderRow, at: Date): Promise<Supplied | null> {
  const refund = await legalRefundOf(deps, trx, order, at);
  if (refund !== 'share' && refund !== 'renewal-share') return null;
  const plan = getProduct(order.kind).findPlan(deps.catalog, order.package_id);
  const bill = order.bill_id === null ? null : await getRow(trx, 'bill', order.bill_id);
  const { startsAt, endsAt } = bill
    ? { startsAt: bill.period_starts_at, endsAt: bill.period_ends_at }
    : firstPeriodOf(order, plan ?? { kind: 'evaluation', billingInterval: 'monthly', days: null }, at);
  const period = { startsAt: startsAt.getTime(), endsAt: endsAt.getTime() };
  const use = {
    paid: paidItems(order.lines),
    period: plan || bill ? period : null,
    startedAt: period.startsAt,
    // A renewal is for time alone.
    ways: bill ? [] : await readWays(deps, trx, order),
  };
  return computeSupplied(use, at.getTime());
}

/** How far the account or report of an order was used up, by closes and by where it stands. */
async function readWays({ catalog }: Deps, trx: Db | Trx, { id, kind }: OrderRow): Promise<readonly Part[]> {
  const allOf = (isAll: boolean): readonly Part[] => [{ by: 'delivery', done: isAll ? 1 : 0, of: 1 }];
  if (kind === 'performance-review')
    return allOf(
      (await findRow(trx, 'performance_review', { order_id: id, delivered_at: isNotNull }, ['id'])) !== undefined,
    );
  const account = await findRow(trx, 'trading_account', { order_id: id });
  if (!account) return [];
  const { status, equityCents, highWaterMarkCents, days, payoutDebits } = account.state;
  const reset = await findRow(trx, 'orders', { account_id: account.id, kind: 'reset', status: 'fulfilled' }, ['id']);
  // It was performed in full, and what a reset opened is another contract.
  if (status === 'passed' || status === 'breached' || reset) return allOf(true);
  const rules = rulesOf(catalog, account);
  const profits = [equityCents, ...days.map((day) => day.openBalanceCents + (day.closed ? day.profitCents : 0))].map(
    (cents) => cents - rules.startingBalanceCents,
  );
  const wayTo = (by: Part['by'], of: number | null, done: number) =>
    of === null ? [] : [{ by, done: Math.max(0, Math.min(of, done)), of }];
  const { capsCents } = getPayoutTerms(catalog, account.rules_version, account);
  return [
    ...wayTo('floor', findMaxLoss(rules), -Math.min(...profits)),
    ...wayTo('target', rules.targetCents, Math.max(highWaterMarkCents - rules.startingBalanceCents, ...profits)),
    ...(rules.targetCents === null
      ? wayTo('payouts', capsCents.filter((cents) => cents > 0).length, payoutDebits.length)
      : []),
  ];
}
