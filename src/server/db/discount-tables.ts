import type { ColumnType } from 'kysely';
import type { Json, MaybeMoment, Moment } from './columns.ts';

type Localized = { readonly en: string; readonly fr: string; readonly pt: string };

/** A discount made in the back office: shown in the ticker and honoured at the checkout while it runs. */
export type DiscountTable = {
  id: string;
  /** In capitals, as codes are compared. */
  code: string;
  percent_bps: number;
  programmes: ColumnType<string[], string[], string[]>;
  title: Json<Localized>;
  offer: ColumnType<Localized | null, string | null, string | null>;
  expires_at: Moment;
  created_by: string;
  created_at: Moment;
  /** When staff ended it early. */
  ended_at: MaybeMoment;
};
