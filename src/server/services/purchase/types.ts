import type { Selectable } from 'kysely';
import type { Programme, Size } from '../../../content/catalog.ts';
import type { Selection } from '../../../contract/selection.ts';
import type { Every } from '../../../domain/order/renewal.ts';
import type { AddOn, OrderKind } from '../../../domain/order/types.ts';
import type { BillTable, SubscriptionTable } from '../../db/billing-tables.ts';
import type { PlatformName } from '../../db/columns.ts';
import type { OrderDetails, TradingAccountTable } from '../../db/schema.ts';

export type AccountRow = Selectable<TradingAccountTable>;
export type SubscriptionRow = Selectable<SubscriptionTable>;
export type BillRow = Selectable<BillTable>;

/** A selection that was looked up and found possible: what is bought, at which price, for what of the buyer's. */
export type Purchase = {
  readonly kind: OrderKind;
  readonly packageId: string;
  readonly platform: PlatformName;
  /** Null for what belongs to no programme. */
  readonly programme: Programme | null;
  readonly size: Size | null;
  readonly priceCents: number;
  readonly addOns: readonly AddOn[];
  /** What it costs again every period; null for what does not renew. */
  readonly renews: { readonly amountCents: number; readonly every: Every; readonly nextAt: number } | null;
  readonly account: AccountRow | null;
  readonly subscription: SubscriptionRow | null;
  readonly bill: BillRow | null;
  readonly details: OrderDetails;
};

/** What most kinds leave empty. */
export const nothingElse = {
  programme: null,
  size: null,
  addOns: [],
  renews: null,
  account: null,
  subscription: null,
  bill: null,
  details: {},
} as const;

export type OfKind<Kind extends OrderKind> = Extract<Selection, { kind: Kind }>;
