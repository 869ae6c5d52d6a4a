import type * as z from 'zod/mini';
import type { Locale } from '#i18n/locales.ts';
import { nameAccount } from '#server/accounts/name.ts';
import { findSubscriptionOf, readPaidUntil } from '#server/billing/subscriptions/find.ts';
import { readBillingIdentity } from '#server/billing/subscriptions/read-billing-identity.ts';
import { findRunningDiscount } from '#server/catalog/discounts.ts';
import { requireOpen } from '#server/core/database/closing.ts';
import { findRow } from '#server/core/database/rows.ts';
import { type Deps, ServiceError } from '#server/core/deps.ts';
import { getTranslate } from '#server/core/translations.ts';
import { taxedBuyerOf } from '#shared/billing/billing-identity.ts';
import { couponRejectionOf } from '#shared/catalog/coupon.ts';
import type * as calls from '#shared/orders/contract.ts';
import type { ProductSelection } from '#shared/orders/contract-selection.ts';
import { priceLines, totalCents } from '#shared/orders/price.ts';
import type { TaxedBuyer } from '#shared/orders/tax.ts';
import type { OrderKind } from '#shared/orders/types.ts';
import { type CouponEvaluation, type CouponPurchase, type CouponRequest, couponOf, evaluateCoupon } from '../coupon.ts';
import { describeLaw } from '../describe-sale.ts';
import { getPackageName } from '../name.ts';
import type { AccountRow, Purchase } from '../product.ts';
import { namedOrder, nameInLocale } from '../products/name-in-locale.ts';
import { getProduct } from '../products/registry.ts';

type DiscountRequest = CouponRequest & { readonly withoutPromotion: boolean; readonly locale: Locale };

export type OrderQuote = z.output<NonNullable<typeof calls.quoteOrder.data>>;
export type QuotedPurchase = {
  readonly quote: OrderQuote;
  readonly purchase: Purchase;
  /** The code of the discount in the price, also of a promotion that nobody typed. */
  readonly code: string | null;
  /** Whose tax it contains. */
  readonly buyer: TaxedBuyer;
};

type QuoteRequest = {
  readonly selection: ProductSelection;
  readonly personId: string | null;
  /** As in `orders.idempotency_scope`; null for a guest without a browser id. */
  readonly scope: string | null;
  /** The country is empty if unknown. */
  readonly buyer: TaxedBuyer;
  readonly locale: Locale;
};

/**
 * The current price of a selection, from the catalog alone.
 * @throws {ServiceError} as `Product.resolve`, and 409 `order_pending` if the buyer has already paid for it, `closing` if nothing is
 * sold anymore
 */
export async function quoteOrder(
  deps: Deps,
  { selection, personId, scope, buyer: typedBuyer, locale }: QuoteRequest,
): Promise<QuotedPurchase> {
  const { packages } = deps.catalog;
  await requireOpen(deps.db);
  const purchase = await getProduct(selection.kind).resolve(deps, personId, selection);
  if (await isWaitingFor(deps, personId, purchase)) throw new ServiceError(409, 'order_pending');
  const billedTo = purchase.subscription && (await readBillingIdentity(deps.db, purchase.subscription.id));
  const buyer = billedTo ? taxedBuyerOf(billedTo) : typedBuyer;
  const { coupon: typed, withoutPromotion = false } = selection;
  const request = { typed, withoutPromotion, personId, scope, locale };
  const { coupon, outcome, couponFor, promotion } = await evaluateDiscount(deps, request, purchase);
  const lines = priceLines({
    packageCents: purchase.priceCents,
    addOns: purchase.addOns.map((item) => ({ item, priceCents: packages.addOns[item].priceCents })),
    discount: coupon?.discount ?? null,
  });
  const total = totalCents(lines);
  const quote: OrderQuote = {
    currency: packages.currency,
    name: namePurchase(deps, purchase, locale),
    packageId: purchase.packageId,
    lines: [...lines],
    totalCents: total,
    ...describeLaw(deps, { purchase, buyer, totalCents: total, locale }),
    billedTo,
    coupon: outcome,
    couponFor,
    promotion,
    ends: await describeReplaced(deps, purchase.replaces, locale),
    rulesVersion: rulesVersionOf(deps, purchase),
    reviewSample: purchase.sample && { ...purchase.sample },
    account: purchase.account && (await describeAccount(deps, purchase.account, purchase)),
  };
  return { quote, purchase, code: coupon?.code ?? null, buyer };
}

/** A new account gets the current version; a purchase for an existing account keeps that account's version. */
function rulesVersionOf(deps: Deps, { account, program }: Purchase): string | null {
  if (account) return account.rules_version;
  return program === null ? null : deps.catalog.packages.rulesVersion;
}

function namePurchase(deps: Deps, { kind, packageId, account, details }: Purchase, locale: string): string {
  return getProduct(kind).name({
    catalog: deps.catalog,
    locale,
    t: getTranslate('payment', locale),
    packageName: getPackageName(deps, packageId, locale),
    account: account ? `${nameAccount(account)} (${account.platform_account_id})` : '',
    details,
  });
}

async function describeAccount(deps: Deps, account: AccountRow, purchase: Purchase): Promise<OrderQuote['account']> {
  const subscription = purchase.subscription ?? (await findSubscriptionOf(deps, account.id));
  return {
    id: account.id,
    name: nameAccount(account),
    platformAccountId: account.platform_account_id,
    status: account.state.status,
    isDisputed:
      (await findRow(deps.db, 'account_dispute', { account_id: account.id, status: 'open' }, ['id'])) !== undefined,
    periodEndsAt: subscription && (await readPaidUntil(deps.db, subscription)).getTime(),
  };
}

async function describeReplaced(
  deps: Deps,
  replaces: Purchase['replaces'],
  locale: string,
): Promise<{ name: string; endsAt: number }[]> {
  if (replaces.length === 0) return [];
  const ids = replaces.map(({ id }) => id);
  const rows = await deps.db
    .selectFrom('subscription')
    .select(['id', namedOrder('subscription.order_id').as('order')])
    .where('id', 'in', ids)
    .execute();
  return replaces.flatMap(({ id, endsAt }) => {
    const row = rows.find((each) => each.id === id);
    return row ? [{ name: nameInLocale(deps, row.order, locale), endsAt: endsAt.getTime() }] : [];
  });
}

/** What nobody needs twice at a time. Thor and market data compare packages; accounts can be bought again and again. */
const soldOnce = new Set<OrderKind>([
  ...(['trial', 'reset', 'renew', 'funded-activation', 'performance-review'] as const),
  ...(['pending-bill', 'pending-data-bill'] as const),
]);

/** Whether the buyer has already paid for the same thing and waits for it. */
async function isWaitingFor(
  deps: Deps,
  personId: string | null,
  { kind, packageId, account, bill }: Purchase,
): Promise<boolean> {
  if (personId === null || !soldOnce.has(kind)) return false;
  const waiting = await deps.db
    .selectFrom('orders')
    .select('id')
    .where('person_id', '=', personId)
    .where('kind', '=', kind)
    .where('package_id', '=', packageId)
    .where('account_id', 'is not distinct from', account?.id ?? null)
    .where('bill_id', 'is not distinct from', bill?.id ?? null)
    .where('status', '=', 'paid')
    .where('refund_requested_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return waiting !== undefined;
}

/**
 * The discount of a purchase now. An order takes one: a typed code that applies replaces the running promotion, which
 * needs no code and which the buyer can decline. A purchase that the promotion isn't for doesn't mention it.
 */
async function evaluateDiscount(
  deps: Deps,
  { withoutPromotion, locale, ...request }: DiscountRequest,
  purchase: CouponPurchase,
): Promise<CouponEvaluation & Pick<z.output<typeof calls.quoteOrder.data>, 'promotion'>> {
  const typed = await evaluateCoupon(deps, request, purchase);
  const running = await findRunningDiscount(deps);
  const coupon = running && couponOf(running);
  if (!coupon || couponRejectionOf(coupon, purchase, deps.clock().getTime()) !== null) {
    return { ...typed, promotion: null };
  }
  const text = (running.offer ?? running.title)[locale];
  const promotion = { code: coupon.code, text, endsAt: running.expiresAt.getTime() };
  if (typed.coupon) return { ...typed, promotion: { ...promotion, status: 'replaced' } };
  if (withoutPromotion) return { ...typed, promotion: { ...promotion, status: 'declined' } };
  return { ...typed, coupon, promotion: { ...promotion, status: 'applied' } };
}
