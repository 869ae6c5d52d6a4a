import type { ColumnType, Generated } from 'kysely';
import type { Json, MaybeMoment, MaybeNumber, MaybeText, Moment } from '#server/core/database/columns.ts';
import type { CreativeName } from '#shared/affiliates/creative.ts';
import type { PostbackStatus, PostbackType } from '#shared/affiliates/postback.ts';
import type { CommissionStatus, ReviewReason } from '#shared/affiliates/review.ts';
import type { PostbackFailure } from './ports/postback/postback.ts';

/** A person paid for referred buyers, by a link with their code or by a coupon. */
export type AffiliateTable = {
  person_id: string;
  code: string;
  coupon: MaybeText;
  coupon_changed_at: MaybeMoment;
  /** `ended`: the profile was deleted. */
  status: 'pending' | 'approved' | 'declined' | 'ended';
  /** Where they recommend us, in their own words. */
  channel: string;
  audience: string;
  terms_version: string;
  applied_at: Moment;
  decided_at: MaybeMoment;
};

type AffiliateFormerCouponTable = { coupon: string; affiliate_id: string; ended_at: Moment };

/** The affiliate's own tracking parameters in a link. */
export type ClickMarks = { readonly [Name in 'sub1' | 'sub2' | 'sub3' | 'sub4' | 'sub5']?: string };

/** One row per link, browser and UTC day. */
export type AffiliateClickTable = {
  id: string;
  affiliate_id: string;
  /** The browser's session id if its user consented to attribution; otherwise a unique random value. */
  browser: string;
  day: string;
  /** The page and the affiliate's tracking parameters, as one key. */
  link: string;
  page: string;
  subs: Json<ClickMarks>;
  /** The picture whose code or link led here; null for a link of the affiliate's own. */
  creative: ColumnType<CreativeName | null, CreativeName | null | undefined, CreativeName | null>;
  /** The affiliate's own id of the latest click. */
  click_id: MaybeText;
  /** The wording the visitor consented to at `first_at`; null for a visit without an id. */
  consent_version: MaybeText;
  first_at: Moment;
  last_at: Moment;
};

/** An affiliate's share of one paid order. */
type CommissionTable = {
  id: string;
  affiliate_id: string;
  order_id: string;
  via: 'link' | 'coupon' | 'renewal';
  click_id: MaybeText;
  /** The price before tax. */
  base_cents: number;
  share_bps: number;
  amount_cents: number;
  /** The part that refunds have revoked. */
  revoked_cents: Generated<number>;
  /** `refused` after a review, `lapsed` with a deleted profile. */
  status: CommissionStatus;
  review_reason: ColumnType<ReviewReason | null, ReviewReason | null | undefined, ReviewReason | null>;
  earned_at: Moment;
  available_at: Moment;
  released_at: MaybeMoment;
  decision_reason: MaybeText;
  decided_at: MaybeMoment;
  decided_by: MaybeText;
};

/** An affiliate's postback URL. Secrets are encrypted. */
type AffiliateEndpointTable = {
  affiliate_id: string;
  url: string;
  secret: string;
  former_secret: MaybeText;
  former_until: MaybeMoment;
  created_at: Moment;
  rotated_at: MaybeMoment;
};

/** A message to an affiliate's server. */
type PostbackTable = {
  id: string;
  affiliate_id: string;
  dedupe_key: string;
  type: PostbackType;
  body: string;
  status: ColumnType<PostbackStatus, undefined, PostbackStatus>;
  attempts: Generated<number>;
  created_at: Moment;
  next_attempt_at: MaybeMoment;
  last_attempt_at: MaybeMoment;
  status_code: MaybeNumber;
  failure: ColumnType<PostbackFailure | null, undefined, PostbackFailure | null>;
};

export type AffiliatesTables = {
  affiliate: AffiliateTable;
  affiliate_endpoint: AffiliateEndpointTable;
  affiliate_former_coupon: AffiliateFormerCouponTable;
  postback: PostbackTable;
  commission: CommissionTable;
  affiliate_click: AffiliateClickTable;
};
