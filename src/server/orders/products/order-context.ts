import { findEvaluation, getPayoutTerms } from '#content/catalog.ts';
import { findOpenPayout } from '#server/accounts/lifecycle/find-open-payout.ts';
import { readFundingConditions } from '#server/accounts/lifecycle/funding.ts';
import type { StoredAccount } from '#server/accounts/tables.ts';
import { findSubscriptionOf, readPaidUntil, renewsAgain } from '#server/billing/subscriptions/find.ts';
import { findRow, isNull } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';
import { type OrderContext, stageOf } from '#shared/accounts/lifecycle.ts';
import { countTradedDays } from '#shared/accounts/objectives.ts';
import type { SubscriptionRow } from '../product.ts';

export type AccountForOrders = {
  readonly orderContext: OrderContext;
  /** The package the account was bought as. */
  readonly packageId: string;
  /** Null once it has ended. */
  readonly subscription: SubscriptionRow | null;
  readonly paidUntil: Date | null;
};

export async function readOrderContext(deps: Deps, account: StoredAccount): Promise<AccountForOrders> {
  const [order, subscription, funded, successor, activation, payout, { isRefunded, isSuspended }, isReviewed] =
    await Promise.all([
      deps.db.selectFrom('orders').select(['kind', 'package_id']).where('id', '=', account.order_id).executeTakeFirst(),
      findSubscriptionOf(deps, account.id),
      findRow(deps.db, 'funded_account', { account_id: account.id }, ['resets_left']),
      deps.db.selectFrom('trading_account').select('id').where('parent_id', '=', account.id).executeTakeFirst(),
      findActivation(deps, account.id),
      findOpenPayout(deps.db, account.id),
      readFundingConditions(deps, deps.db, account.id),
      isFullyReviewed(deps, account.id),
    ]);
  const packageId = order?.package_id ?? '';
  const evaluation = findEvaluation(deps.catalog, packageId);
  const paidUntil = subscription && (await readPaidUntil(deps.db, subscription));
  const orderContext: OrderContext = {
    stage: stageOf({
      phase: account.phase,
      status: account.state.status,
      activated: successor !== undefined,
      ended: account.end_reason,
      suspended: account.suspended_at !== null,
    }),
    phase: account.phase,
    isTrial: order?.kind === 'trial' || packageId === deps.catalog.packages.trial.id,
    isEnded: account.ended_at !== null,
    isSuspended: isSuspended || (account.suspended_at !== null && account.ended_at === null),
    isBeingActivated: activation !== undefined,
    isRefunded,
    resetPriceCents: evaluation?.resetPriceCents ?? null,
    activationPriceCents: evaluation?.activationPriceCents ?? null,
    resetsLeft: funded?.resets_left ?? 0,
    payoutsUntilReset: account.phase === 'evaluation' ? 0 : countPayoutsUntilReset(deps, account),
    hasOpenPayout: payout !== undefined,
    renewal: !renewsAgain(subscription)
      ? 'none'
      : paidUntil !== null && paidUntil > subscription.period_ends_at
        ? 'paid-ahead'
        : 'due',
    tradedDays: countTradedDays(account.state.days),
    isReviewed,
  };
  return { orderContext, packageId, subscription, paidUntil };
}

/** Payouts that have come back don't count. */
function countPayoutsUntilReset({ catalog }: Deps, account: StoredAccount): number {
  const { fundedResetFromPayouts } = getPayoutTerms(catalog, account.rules_version, account);
  return Math.max(0, fundedResetFromPayouts - account.state.payoutDebits.length);
}

/** The order of its activation that is paid and not delivered. */
function findActivation(deps: Deps, accountId: string) {
  return findRow(
    deps.db,
    'orders',
    { account_id: accountId, kind: 'funded-activation', status: 'paid', refund_requested_at: isNull },
    ['id'],
  );
}

/** Whether nothing was traded since the last review was ordered, so that another one would say the same. */
async function isFullyReviewed(deps: Deps, accountId: string): Promise<boolean> {
  const last = await findRow(
    deps.db,
    'performance_review',
    { account_id: accountId, revoked_at: isNull, is_sample: false },
    ['requested_at'],
    'requested_at desc',
  );
  if (!last) return false;
  const later = await deps.db
    .selectFrom('account_event')
    .select('at')
    .where('account_id', '=', accountId)
    .where('type', '=', 'fill')
    .where('at', '>', last.requested_at)
    .limit(1)
    .executeTakeFirst();
  return later === undefined;
}
