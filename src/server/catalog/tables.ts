import type { ColumnType } from 'kysely';
import type { WrittenText } from '#i18n/localized.ts';
import type { Json, MaybeMoment, Moment } from '#server/core/database/columns.ts';

/** A discount created in the back office: shown in the ticker and accepted at the checkout while it runs. */
export type DiscountTable = {
  id: string;
  /** In capitals, as codes are compared. */
  code: string;
  percent_bps: number;
  programs: ColumnType<string[], string[], string[]>;
  title: Json<WrittenText>;
  offer: ColumnType<WrittenText | null, string | null, string | null>;
  expires_at: Moment;
  created_by: string;
  created_at: Moment;
  /** When staff ended it early. */
  ended_at: MaybeMoment;
};

/** A coupon created in the back office. */
type CouponTable = {
  id: string;
  /** In capitals. */
  code: string;
  percent_bps: number;
  /** Null for all orders that start something new. */
  programs: ColumnType<string[] | null, string[] | null, string[] | null>;
  /** Maximum number of orders; null for no limit. */
  uses: number | null;
  once_per_person: boolean;
  starts_at: Moment;
  expires_at: Moment;
  created_by: string;
  created_at: Moment;
  /** When staff ended it early. */
  ended_at: MaybeMoment;
};

export type CatalogTables = {
  discount: DiscountTable;
  coupon: CouponTable;
};
