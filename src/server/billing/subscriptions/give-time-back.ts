import { liftSuspension } from '#server/accounts/access/suspend.ts';
import { atLeast, listRows, lockRow, not, updateRow } from '#server/core/database/rows.ts';
import type { Row } from '#server/core/database/table.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { periodEnd } from '#shared/orders/renewal.ts';
import type { billingTables } from '../tables.ts';
import { readPaidUntil } from './find.ts';

/**
 * Extends an account's subscription by the paid time in which it was wrongly closed, so that its renewal moves with it.
 * An unpaid renewal isn't due before the time given back is over.
 * @param from when the account was closed, in UTC ms
 */
export async function giveTimeBack(deps: Deps, trx: Trx, accountId: string, from: number): Promise<void> {
  await extendSubscription(deps, trx, accountId, async (subscription) => {
    const paidUntil = (await readPaidUntil(trx, subscription)).getTime();
    return Math.min(deps.clock().getTime(), paidUntil) - Math.max(from, subscription.period_starts_at.getTime());
  });
}

type Measure = (subscription: Row<typeof billingTables.subscription>) => number | Promise<number>;

/** Extends an account's subscription, if it has one, by what `measure` returns, in ms. */
export async function extendSubscription(deps: Deps, trx: Trx, accountId: string, measure: Measure): Promise<void> {
  const subscription = await lockRow(trx, 'subscription', { account_id: accountId, status: not('ended') });
  const lostMs = subscription ? await measure(subscription) : 0;
  if (!subscription || lostMs <= 0) return;
  const { id, billing_interval: interval, period_ends_at: endsAt } = subscription;
  const now = deps.clock().getTime();
  const isPastDue = subscription.status === 'past-due';
  let startsAt = new Date((isPastDue ? now : endsAt.getTime()) + lostMs);
  const extended = { period_ends_at: startsAt, anchor_at: startsAt, reminded_for: null, status: 'active' } as const;
  await updateRow(trx, 'subscription', id, extended);
  const later = await listRows(
    trx,
    'bill',
    { subscription_id: id, period_starts_at: atLeast(endsAt), status: ['open', 'paid'] },
    ['id', 'status'],
    { orderBy: 'period_starts_at desc' },
  );
  const anchor = startsAt.getTime();
  // The latest first, because no two bills of a subscription start at the same time.
  const starts = later.map(() => {
    const start = startsAt;
    startsAt = new Date(periodEnd(anchor, start.getTime(), interval));
    return { start, end: startsAt };
  });
  for (const [index, bill] of later.entries()) {
    const { start, end } = starts[later.length - 1 - index] ?? { start: startsAt, end: startsAt };
    const untried = bill.status === 'open' ? { attempts: 0, first_attempt_at: null, next_attempt_at: null } : {};
    const moved = { period_starts_at: start, period_ends_at: end, ...untried };
    await updateRow(trx, 'bill', bill.id, moved);
  }
  if (isPastDue) await liftSuspension(deps, trx, `subscription:${id}`);
}
