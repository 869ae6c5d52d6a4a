import type { ColumnType } from 'kysely';
import type { WrittenText } from '../../i18n/localized.ts';
import type { Json, MaybeMoment, MaybeText, Moment } from './columns.ts';

/** A discount made in the back office: shown in the ticker and honoured at the checkout while it runs. */
export type DiscountTable = {
  id: string;
  /** In capitals, as codes are compared. */
  code: string;
  percent_bps: number;
  programmes: ColumnType<string[], string[], string[]>;
  title: Json<WrittenText>;
  offer: ColumnType<WrittenText | null, string | null, string | null>;
  expires_at: Moment;
  created_by: string;
  created_at: Moment;
  /** When staff ended it early. */
  ended_at: MaybeMoment;
};

/** A coupon made in the back office. */
export type CouponTable = {
  id: string;
  /** In capitals. */
  code: string;
  percent_bps: number;
  /** Null for all orders that start something new. */
  programmes: ColumnType<string[] | null, string[] | null, string[] | null>;
  /** How many orders can use it; null for any number. */
  uses: number | null;
  once_per_person: boolean;
  starts_at: Moment;
  expires_at: Moment;
  created_by: string;
  created_at: Moment;
  /** When staff ended it early. */
  ended_at: MaybeMoment;
};

/** A notice to traders. */
export type AnnouncementTable = {
  id: string;
  title: Json<WrittenText>;
  text: Json<WrittenText>;
  /** For those it concerns by programme and platform, or for chosen people. */
  audience: ColumnType<'all' | 'chosen', 'all' | 'chosen' | undefined, never>;
  /** Null for traders of every programme. */
  programme: MaybeText;
  platform: MaybeText;
  starts_at: Moment;
  /** Null until somebody ends it. */
  ends_at: MaybeMoment;
  created_by: string;
  created_at: Moment;
  ended_at: MaybeMoment;
};

/** A person whom an announcement was sent to. */
export type AnnouncementRecipientTable = { announcement_id: string; person_id: string; added_at: Moment };
