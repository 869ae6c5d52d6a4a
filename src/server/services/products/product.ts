import type { Selectable } from 'kysely';
import type { Catalog, Programme, Size } from '../../../content/catalog.ts';
import type { Selection } from '../../../contract/selection.ts';
import type { Every } from '../../../domain/order/renewal.ts';
import type { AddOn, OrderKind, OrderPlatform } from '../../../domain/order/types.ts';
import type { ResultRoute } from '../../../routes.ts';
import type { BillTable, SubscriptionTable } from '../../db/billing-tables.ts';
import type { PlatformName } from '../../db/columns.ts';
import type { OrderDetails, TradingAccountTable } from '../../db/schema.ts';
import type { Deps, Trx } from '../../deps.ts';
import type { ServerTranslate } from '../../translations.ts';
import type { OrderRow } from '../order/transition.ts';

export type AccountRow = Selectable<TradingAccountTable>;
export type SubscriptionRow = Selectable<SubscriptionTable>;
export type BillRow = Selectable<BillTable>;
export type OwnedOrder = OrderRow & { readonly person_id: string };

/** A selection that was looked up and can be bought: what it is, at which price, for which account or bill. */
export type Purchase = {
  readonly kind: OrderKind;
  readonly packageId: string;
  readonly platform: PlatformName;
  /** Null for what belongs to no programme. */
  readonly programme: Programme | null;
  readonly size: Size | null;
  readonly priceCents: number;
  readonly addOns: readonly AddOn[];
  /** What it costs again every period; null for what doesn't renew. */
  readonly renews: { readonly amountCents: number; readonly every: Every; readonly nextAt: number } | null;
  readonly account: AccountRow | null;
  readonly subscription: SubscriptionRow | null;
  readonly bill: BillRow | null;
  readonly details: OrderDetails;
};

/** What most kinds leave empty. */
export const emptyPurchase = {
  programme: null,
  size: null,
  addOns: [],
  renews: null,
  account: null,
  subscription: null,
  bill: null,
  details: {},
} as const;

type SelectionByKind = { readonly [Each in Selection as Each['kind']]: Each };

export type OfKind<Kind extends OrderKind> = SelectionByKind[Kind];

/** How what an order bought runs: by renewing periods, or once for a number of days. */
export type SubscriptionPlan = {
  readonly kind: SubscriptionTable['kind'];
  readonly every: Every;
  /** Null for what renews. */
  readonly days: number | null;
};

/** `duplicate`: another order has delivered the same thing already, so this one's money goes back. */
export type Delivery = { readonly outcome: 'delivered' | 'duplicate'; readonly accountId: string | null };

export const delivered: Delivery = { outcome: 'delivered', accountId: null };
export const duplicate: Delivery = { outcome: 'duplicate', accountId: null };

export type NameContext = {
  readonly catalog: Catalog;
  readonly t: ServerTranslate<'payment'>;
  /** The package's own name. */
  readonly packageName: string;
  /** The account it is for; empty without one. */
  readonly account: string;
  readonly details: OrderDetails;
};

/** Everything that tells one kind of order from another on the server. */
export type Product<Kind extends OrderKind = OrderKind> = {
  /**
   * Looks a selection up. @throws {ServiceError} 404 for what isn't sold or isn't the buyer's, 401 where a guest can't
   * buy, 409 with the reason where it can't be bought now
   */
  resolve(deps: Deps, personId: string | null, selection: OfKind<Kind>): Promise<Purchase>;
  /** What depends on who orders, asked when the order is placed. @throws {ServiceError} 409 or 422 with the reason */
  checkBuyer?(deps: Deps, email: string, selection: OfKind<Kind>): Promise<void>;
  /** What bills, receipts, mails and screens call it. */
  name(context: NameContext): string;
  /** The subscription it starts; null for what isn't measured by time. */
  findPlan(catalog: Catalog, packageId: string): SubscriptionPlan | null;
  /** Continues a contract made before, so that no new right to cancel it begins. */
  readonly continuesContract: boolean;
  /** What is asked of the platform before the transaction in which the order is fulfilled. */
  prepare?(deps: Deps, order: OwnedOrder): Promise<Delivery>;
  /** Delivers, within the transaction that marks the order as fulfilled. */
  deliver(deps: Deps, trx: Trx, order: OwnedOrder, prepared: Delivery): Promise<Delivery>;
  /** Takes back what a refunded order delivered. */
  revoke?(deps: Deps, trx: Trx, order: OrderRow, actor: string): Promise<void>;
  /** The screen the buyer comes back to from the payment, on each platform. */
  readonly resultRoute: Readonly<Record<OrderPlatform, ResultRoute>>;
};

/** The same result screen on both platforms. */
export function onBoth(route: ResultRoute): Product['resultRoute'] {
  return { rithmic: route, dxfeed: route };
}

export const noPlan = () => null;
