import type { Generated } from 'kysely';
import type { Json, MaybeMoment, MaybeText, Moment } from './columns.ts';

/** A person paid for referred buyers, by a link with their code or by a coupon. */
export type AffiliateTable = {
  person_id: string;
  code: string;
  coupon: MaybeText;
  coupon_changed_at: MaybeMoment;
  status: 'pending' | 'approved' | 'declined';
  /** Where they recommend us, as they wrote it. */
  channel: string;
  audience: string;
  terms_version: string;
  applied_at: Moment;
  decided_at: MaybeMoment;
};

export type AffiliateFormerCouponTable = { coupon: string; affiliate_id: string; ended_at: Moment };

/** The affiliate's own marks of a link. */
export type ClickMarks = { readonly [Name in 'sub1' | 'sub2' | 'sub3' | 'sub4' | 'sub5']?: string };

/** One row per link, browser and UTC day. */
export type AffiliateClickTable = {
  id: string;
  affiliate_id: string;
  /** The browser's session id. */
  browser: string;
  day: string;
  /** The page and the affiliate's own marks, as one key. */
  link: string;
  page: string;
  subs: Json<ClickMarks>;
  /** The affiliate's own id of the latest click. */
  click_id: MaybeText;
  first_at: Moment;
  last_at: Moment;
};

/** An affiliate's share of one paid order. */
export type CommissionTable = {
  id: string;
  affiliate_id: string;
  order_id: string;
  via: 'link' | 'coupon' | 'renewal';
  click_id: MaybeText;
  /** The price before tax. */
  base_cents: number;
  share_bps: number;
  amount_cents: number;
  /** What refunds have taken back. */
  revoked_cents: Generated<number>;
  status: 'pending' | 'review' | 'available' | 'revoked';
  review_reason: MaybeText;
  earned_at: Moment;
  available_at: Moment;
  released_at: MaybeMoment;
};
