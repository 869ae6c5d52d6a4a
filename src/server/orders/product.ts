import type { Selectable } from 'kysely';
import type { Catalog, Program, Size } from '#content/catalog.ts';
import type { ResultRoute } from '#routes.ts';
import type { TradingAccountTable } from '#server/accounts/tables.ts';
import type { BillTable, SubscriptionTable } from '#server/billing/tables.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import type { ServerTranslate } from '#server/core/translations.ts';
import type { SubscriptionKind } from '#shared/billing/subscription.ts';
import type { PlatformName } from '#shared/catalog/platforms.ts';
import type { ProductSelection } from '#shared/orders/contract-selection.ts';
import type { AddOn, BillingInterval, OrderKind } from '#shared/orders/types.ts';
import type { ReviewReport } from '#shared/reviews/shape.ts';
import type { OrderDetails, OrderRow } from './tables.ts';

export type AccountRow = Selectable<TradingAccountTable>;
export type SubscriptionRow = Selectable<SubscriptionTable>;
export type BillRow = Selectable<BillTable>;
export type OwnedOrder = OrderRow & { readonly person_id: string };

/** A subscription that runs out and doesn't renew, because another package contains it. */
export type Replaced = { readonly id: string; readonly endsAt: Date };

/** A resolved selection that can be bought: product, price, and target account or bill. */
export type Purchase = {
  readonly kind: OrderKind;
  readonly packageId: string;
  readonly platform: PlatformName;
  /** Null for products outside a program. */
  readonly program: Program | null;
  readonly size: Size | null;
  readonly priceCents: number;
  readonly addOns: readonly AddOn[];
  /** The price of every further period; null if it doesn't renew. */
  readonly renews: {
    readonly amountCents: number;
    readonly billingInterval: BillingInterval;
    readonly nextAt: number;
  } | null;
  readonly account: AccountRow | null;
  readonly subscription: SubscriptionRow | null;
  readonly bill: BillRow | null;
  readonly details: OrderDetails;
  /** Running subscriptions that the purchase replaces. */
  readonly replaces: readonly Replaced[];
  /** The size of the record that a performance review covers; null for other kinds. */
  readonly sample: ReviewReport['sample'] | null;
};

/** Defaults for fields that most kinds leave empty. */
export const emptyPurchase = {
  program: null,
  size: null,
  addOns: [],
  renews: null,
  account: null,
  subscription: null,
  bill: null,
  details: {},
  replaces: [],
  sample: null,
} as const;

export type SelectionOf<Kind extends OrderKind> = { readonly [Each in ProductSelection as Each['kind']]: Each }[Kind];

/** How a product runs: in renewing periods, or once for a number of days. */
export type SubscriptionPlan = {
  readonly kind: SubscriptionKind;
  readonly billingInterval: BillingInterval;
  /** Null for renewing products. */
  readonly days: number | null;
};

/**
 * `duplicate`: another order has already delivered the same thing, or its account no longer allows it, so this one is
 * refunded and an account opened for it ends.
 */
export type Delivery = {
  readonly outcome: 'delivered' | 'duplicate';
  readonly accountId: string | null;
  /** Add-ons of a delivered order that brought nothing new, so they are refunded. */
  readonly duplicateAddOns?: readonly AddOn[];
};

export const delivered: Delivery = { outcome: 'delivered', accountId: null };
export const duplicate: Delivery = { outcome: 'duplicate', accountId: null };

export type NameContext = {
  readonly catalog: Catalog;
  /** The reader's language. */
  readonly locale: string;
  readonly t: ServerTranslate<'payment'>;
  readonly packageName: string;
  /** The target account's name; empty without one. */
  readonly account: string;
  readonly details: OrderDetails;
};

export type Product<Kind extends OrderKind = OrderKind> = {
  /**
   * Resolves a selection.
   * @throws {ServiceError} 404 if it isn't sold or isn't the buyer's, 401 if guests can't buy it, 409 with the reason
   * if it can't be bought now
   */
  resolve(deps: Deps, personId: string | null, selection: SelectionOf<Kind>): Promise<Purchase>;
  /** Checks that depend on the buyer, when the order is placed. @throws {ServiceError} 409 or 422 with the reason */
  checkBuyer?(deps: Deps, email: string, selection: SelectionOf<Kind>): Promise<void>;
  /** The product's name on bills, receipts, mails and screens. */
  name(context: NameContext): string;
  /** The subscription the product starts; null if it doesn't run over time. */
  findPlan(catalog: Catalog, packageId: string): SubscriptionPlan | null;
  /** Calls to the platform, before the fulfilling transaction. */
  prepare?(deps: Deps, order: OwnedOrder): Promise<Delivery>;
  /** Delivers in the transaction that marks the order as fulfilled. */
  deliver(deps: Deps, trx: Trx, order: OwnedOrder, prepared: Delivery): Promise<Delivery>;
  /** Revokes what a refunded order delivered. */
  revoke?(deps: Deps, trx: Trx, order: OrderRow, actor: string): Promise<void>;
  /** Revokes an add-on that is refunded while the order continues. */
  revokeAddOn?(deps: Deps, trx: Trx, order: OrderRow, item: AddOn): Promise<void>;
  /** The result screen after the payment: one, or one for each platform. */
  readonly resultRoute: ResultRoute | ((platform: PlatformName) => ResultRoute);
};

export const noPlan = () => null;
