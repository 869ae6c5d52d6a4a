import { readPaidUntil, renewsAgain } from '#server/billing/subscriptions/find.ts';
import { findRow, listRows, not } from '#server/core/database/rows.ts';
import type { Trx } from '#server/core/deps.ts';
import type { InactiveAccount } from '#shared/accounts/inactivity.ts';
import { openStatuses } from '#shared/payouts/stages.ts';
import type { StoredAccount } from '../tables.ts';

/**
 * When an account was last active, in UTC ms: its last trade, opening, reset, payout step or end of a suspension,
 * whichever is latest.
 */
export async function readLastActivity(
  trx: Trx,
  { id, activity_from: from }: Pick<StoredAccount, 'id' | 'activity_from'>,
): Promise<number> {
  const fill = await findRow(
    trx,
    'account_event',
    { account_id: id, type: 'fill' },
    ['at'],
    ['at desc', 'source_id desc'],
  );
  const parked = await trx
    .selectFrom('parked_event')
    .select(({ fn }) => fn.max('parked_at').as('at'))
    .where('account_id', '=', id)
    .executeTakeFirst();
  const payout = await trx
    .selectFrom('payout_stage')
    .innerJoin('payout', 'payout.id', 'payout_stage.payout_id')
    .select(({ fn }) => fn.max('payout_stage.at').as('at'))
    .where('payout.account_id', '=', id)
    .executeTakeFirst();
  return Math.max(from.getTime(), ...[fill, parked, payout].map((row) => (row?.at ?? from).getTime()));
}

type Account = Pick<StoredAccount, 'id' | 'suspended_at'>;

/** Whether days without a trade count: not while trading is suspended or a payout is open. */
export async function countsInactivity(trx: Trx, { id, suspended_at: suspendedAt }: Account): Promise<boolean> {
  if (suspendedAt !== null) return false;
  const suspensions = await listRows(trx, 'account_suspension', { account_id: id }, ['source'], { limit: 1 });
  const open = await listRows(trx, 'payout', { account_id: id, status: [...openStatuses] }, ['id'], { limit: 1 });
  return suspensions.length === 0 && open.length === 0;
}

/** The period that the account's owner has paid for, and the price of the next one. */
export async function readPaidPeriod(
  trx: Trx,
  accountId: string,
): Promise<{ readonly paid: InactiveAccount['paid']; readonly renewalCents: number | null }> {
  const subscription = await findRow(trx, 'subscription', { account_id: accountId, status: not('ended') });
  if (!subscription) return { paid: null, renewalCents: null };
  const renews = renewsAgain(subscription);
  return {
    paid: {
      anchorAt: subscription.anchor_at.getTime(),
      until: (await readPaidUntil(trx, subscription)).getTime(),
      billingInterval: subscription.billing_interval,
      renews,
    },
    renewalCents: renews ? subscription.amount_cents : null,
  };
}
