import { findEvaluation } from '#content/catalog.ts';
import { findOpenPayout } from '#server/accounts/find-open-payout.ts';
import { readFundingConditions } from '#server/accounts/funding.ts';
import { findSubscriptionOf, readPaidUntil, renewsAgain } from '#server/billing/subscriptions/find.ts';
import type { StoredAccount } from '#server/core/database/schema.ts';
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
  /** The end of its paid time. */
  readonly paidUntil: Date | null;
};

/** What decides which orders are possible for an account. */
export async function readOrderContext(deps: Deps, account: StoredAccount): Promise<AccountForOrders> {
  const [order, subscription, funded, successor, payout, { isRefunded, isSuspended }] = await Promise.all([
    deps.db.selectFrom('orders').select(['kind', 'package_id']).where('id', '=', account.order_id).executeTakeFirst(),
    findSubscriptionOf(deps, account.id),
    deps.db.selectFrom('funded_account').select('resets_left').where('account_id', '=', account.id).executeTakeFirst(),
    deps.db.selectFrom('trading_account').select('id').where('parent_id', '=', account.id).executeTakeFirst(),
    findOpenPayout(deps.db, account.id),
    readFundingConditions(deps, deps.db, account.id),
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
    isRefunded,
    resetPriceCents: evaluation?.resetPriceCents ?? null,
    activationPriceCents: evaluation?.activationPriceCents ?? null,
    resetsLeft: funded?.resets_left ?? 0,
    hasOpenPayout: payout !== undefined,
    renewal: !renewsAgain(subscription)
      ? 'none'
      : paidUntil !== null && paidUntil > subscription.period_ends_at
        ? 'paid-ahead'
        : 'due',
    tradedDays: countTradedDays(account.state.days),
  };
  return { orderContext, packageId, subscription, paidUntil };
}
