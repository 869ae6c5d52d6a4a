import { type EvaluationPackage, findEvaluation } from '../../../content/catalog.ts';
import { periodEnd } from '../../../domain/order/renewal.ts';
import type { Deps } from '../../deps.ts';
import { notFound, ServiceError } from '../../errors.ts';
import { findSubscriptionOf, getOpenBill, getOwnAccount, pickAddOns } from './guards.ts';
import { type AccountRow, nothingElse, type OfKind, type Purchase, type SubscriptionRow } from './types.ts';

/** Everything that is bought for an account or a bill that the buyer has already. */

/** @throws {ServiceError} 404 where the address names another package than the account was bought as */
function getPackageOf(deps: Deps, account: AccountRow, packageId: string): EvaluationPackage {
  const found = findEvaluation(deps.catalog, packageId);
  if (found?.programme !== account.programme || found.size !== account.size) throw notFound();
  return found;
}

/** The account goes on as new; the period it is paid for stays where it was. */
export async function resolveReset(deps: Deps, personId: string, selection: OfKind<'reset'>): Promise<Purchase> {
  const account = await getOwnAccount(deps, personId, selection);
  const { programme, size, resetPriceCents } = getPackageOf(deps, account, selection.packageId);
  const subscription = await findSubscriptionOf(deps, account.id);
  const funded = await deps.db
    .selectFrom('funded_account')
    .select('resets_left')
    .where('account_id', '=', account.id)
    .executeTakeFirst();
  if (account.ended_at !== null) throw new ServiceError(409, 'reset_none');
  if (account.suspended_at !== null) throw new ServiceError(409, 'account_suspended');
  if (account.state.status === 'passed') throw new ServiceError(409, 'reset_passed');
  if (resetPriceCents === null || funded?.resets_left === 0) throw new ServiceError(409, 'reset_none');
  const priceCents = funded ? 0 : resetPriceCents;
  return { ...nothingElse, ...selection, addOns: [], programme, size, priceCents, account, subscription };
}

/** The next period that nobody has paid yet. */
export async function resolveRenew(deps: Deps, personId: string, selection: OfKind<'renew'>): Promise<Purchase> {
  const account = await getOwnAccount(deps, personId, selection);
  const { programme, size } = getPackageOf(deps, account, selection.packageId);
  const subscription = await findSubscriptionOf(deps, account.id);
  if (!subscription?.renews || subscription.cancelled_at !== null) throw new ServiceError(409, 'renew_none');
  const startsAt = subscription.period_ends_at.getTime();
  const paid = await deps.db
    .selectFrom('bill')
    .select('id')
    .where('subscription_id', '=', subscription.id)
    .where('period_starts_at', '=', subscription.period_ends_at)
    .where('status', '=', 'paid')
    .executeTakeFirst();
  if (paid) throw new ServiceError(409, 'renew_paid');
  const { amount_cents: amountCents } = subscription;
  const renews = renewalAfter(subscription, startsAt);
  return {
    ...nothingElse,
    ...selection,
    addOns: [],
    programme,
    size,
    priceCents: amountCents,
    renews,
    account,
    subscription,
  };
}

/** What is charged after the period that begins at a moment. */
function renewalAfter(subscription: SubscriptionRow, startsAt: number): Purchase['renews'] {
  const { amount_cents: amountCents, every, anchor_at: anchorAt, renews, cancelled_at: cancelledAt } = subscription;
  if (!renews || cancelledAt !== null) return null;
  return { amountCents, every, nextAt: periodEnd(anchorAt.getTime(), startsAt, every) };
}

export async function resolveActivation(
  deps: Deps,
  personId: string,
  selection: OfKind<'funded-activation'>,
): Promise<Purchase> {
  const account = await getOwnAccount(deps, personId, selection);
  const { programme, size, activationPriceCents } = getPackageOf(deps, account, selection.packageId);
  if (account.platform_user !== selection.platformUser || activationPriceCents === null) throw notFound();
  if (account.state.status !== 'passed') throw new ServiceError(409, 'activation_early');
  if (account.suspended_at !== null) throw new ServiceError(409, 'account_suspended');
  const funded = await deps.db
    .selectFrom('trading_account')
    .select('id')
    .where('parent_id', '=', account.id)
    .executeTakeFirst();
  if (funded) throw new ServiceError(409, 'activation_done');
  return {
    ...nothingElse,
    ...selection,
    addOns: pickAddOns(selection.addOns, ['market-data', 'funded-reset']),
    programme,
    size,
    priceCents: activationPriceCents,
    account,
    details: { platformUser: selection.platformUser },
  };
}

export async function resolveReview(
  deps: Deps,
  personId: string,
  selection: OfKind<'performance-review'>,
): Promise<Purchase> {
  const account = await getOwnAccount(deps, personId, selection);
  const { id, priceCents } = deps.catalog.packages.performanceReview;
  if (id !== selection.packageId) throw notFound();
  return { ...nothingElse, ...selection, platform: account.platform, addOns: [], priceCents, account };
}

/** A period that could not be charged by itself, paid by hand. */
export async function resolveBill(
  deps: Deps,
  personId: string,
  selection: OfKind<'pending-bill'> | OfKind<'pending-data-bill'>,
): Promise<Purchase> {
  const { bill, subscription } = await getOpenBill(deps, personId, selection.billId);
  const isData = subscription.kind === 'market-data';
  if (subscription.package_id !== selection.packageId || isData !== (selection.kind === 'pending-data-bill'))
    throw notFound();
  return {
    ...nothingElse,
    ...selection,
    platform: subscription.platform,
    addOns: [],
    priceCents: bill.amount_cents,
    renews: renewalAfter(subscription, bill.period_starts_at.getTime()),
    subscription,
    bill,
  };
}
