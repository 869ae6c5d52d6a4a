import { getOwnAccount } from '#server/accounts/get-own-account.ts';
import { getRow, requireRow } from '#server/core/database/rows.ts';
import { type Deps, notFound, ServiceError } from '#server/core/deps.ts';
import { type BlockedReason, findBlockedReason, type OrderAction } from '#shared/accounts/lifecycle.ts';
import type { ErrorCode } from '#shared/core/errors.ts';
import type { AccountRow, BillRow, Purchase, SubscriptionRow } from '../product.ts';
import { type AccountForOrders, readOrderContext } from './order-context.ts';

/** @throws {ServiceError} 401 for a guest */
export function requirePerson(personId: string | null): string {
  if (personId === null) throw new ServiceError(401, 'no_token');
  return personId;
}

type AccountReference = {
  readonly accountId: string;
  readonly platform?: AccountRow['platform'];
  /** The package the account was bought as, according to the URL. */
  readonly boughtAs?: string;
  /** The login at the platform, according to the URL. */
  readonly platformUser?: string;
};

/**
 * The target account of an order.
 * @throws {ServiceError} 404 for an unknown account, another person's, another platform's or platform user's, or one
 * bought as another package; 409 with the reason if the action is blocked
 */
export async function getAccountFor(
  deps: Deps,
  personId: string | null,
  action: OrderAction,
  { accountId, platform, boughtAs, platformUser }: AccountReference,
): Promise<AccountForOrders & { readonly account: AccountRow }> {
  const account = await getOwnAccount(deps, requirePerson(personId), accountId);
  if (platform !== undefined && account.platform !== platform) throw notFound();
  if (platformUser !== undefined && account.platform_user !== platformUser) throw notFound();
  const orderable = await readOrderContext(deps, account);
  if (boughtAs !== undefined && orderable.packageId !== boughtAs) throw notFound();
  const blocked = findBlockedReason(action, orderable.orderContext);
  if (blocked !== null) throw new ServiceError(409, blockedCodes[action][blocked] ?? 'not_orderable');
  return { account, ...orderable };
}

type BlockedCode = Extract<
  ErrorCode,
  | 'account_suspended'
  | `activation_${string}`
  | 'not_orderable'
  | `renew_${string}`
  | 'reset_none'
  | 'reset_passed'
  | 'reset_payout'
  | 'reset_unpaid'
  | 'reset_untouched'
  | 'review_done'
  | 'review_early'
>;

const blockedCodes: Readonly<Record<OrderAction, { readonly [Reason in BlockedReason]?: BlockedCode }>> = {
  reset: {
    'not-offered': 'reset_none',
    over: 'reset_none',
    'passed-already': 'reset_passed',
    'payout-open': 'reset_payout',
    'payouts-missing': 'reset_unpaid',
    untouched: 'reset_untouched',
    suspended: 'account_suspended',
  },
  renew: {
    'paid-once': 'renew_none',
    over: 'renew_none',
    'passed-already': 'renew_passed',
    'paid-ahead': 'renew_paid',
  },
  activate: {
    'not-offered': 'activation_none',
    'not-passed': 'activation_early',
    activating: 'activation_underway',
    'activated-already': 'activation_done',
    refunded: 'activation_refunded',
    suspended: 'account_suspended',
  },
  review: { 'no-trades': 'review_early', 'reviewed-already': 'review_done' },
};

/** @throws {ServiceError} 404 for a platform without products */
export function checkPlatform(deps: Deps, { platform }: Pick<Purchase, 'platform'>): void {
  if (!deps.catalog.packages.platforms.includes(platform)) throw notFound();
}

type OwnBill = { readonly bill: BillRow; readonly subscription: SubscriptionRow };

/** @throws {ServiceError} 404 unless the bill is the person's, 409 if it is paid or void */
export async function getOpenBill(deps: Deps, personId: string, billId: string): Promise<OwnBill> {
  const bill = await requireRow(deps.db, 'bill', { id: billId, person_id: personId });
  if (bill.status !== 'open') throw new ServiceError(409, 'bill_settled');
  const subscription = await getRow(deps.db, 'subscription', bill.subscription_id);
  return { bill, subscription };
}

/** The selected add-ons that this kind sells, without repeats. */
export function pickAddOns(requested: Purchase['addOns'], sold: Purchase['addOns']): Purchase['addOns'] {
  return sold.filter((item) => requested.includes(item));
}
