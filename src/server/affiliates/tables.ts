import { isOneOf } from '#server/core/database/one-of.ts';
import { as, type Columns, oneOf, table } from '#server/core/database/table.ts';
import type { CreativeName } from '#shared/affiliates/creative.ts';
import { type CommissionStatus, commissionStatuses, type ReviewReason } from '#shared/affiliates/review.ts';
import { audiences, type WebhookType, webhookStatuses } from '#shared/messages/webhook.ts';
import type { PostbackFailure } from './ports/postback/postback.ts';

/** The affiliate's own tracking parameters in a link. */
export type ClickMarks = { readonly [Name in 'sub1' | 'sub2' | 'sub3' | 'sub4' | 'sub5']?: string };

export const affiliatesTables = {
  /** A person paid for referred buyers, by a link with their code or by a coupon. */
  affiliate: table({
    person_id: 'text primary key references person',
    code: 'text not null unique',
    coupon: 'text unique',
    coupon_changed_at: 'timestamptz',
    /** `ended`: the profile was deleted. */
    status: as<'pending' | 'approved' | 'declined' | 'ended'>("text not null default 'pending'"),
    /** Where they recommend us, in their own words. */
    channel: 'text not null',
    audience: 'text not null',
    terms_version: 'text not null',
    applied_at: 'timestamptz not null',
    decided_at: 'timestamptz',
  }).with(
    "check (status in ('pending', 'approved', 'declined', 'ended'))",
    "check ((status = 'pending') = (decided_at is null))",
    "create index affiliate_pending on affiliate (applied_at) where status = 'pending'",
  ),
  // Coupons that buyers may still type after their owner chose another.
  affiliate_former_coupon: table({
    coupon: 'text primary key',
    affiliate_id: 'text not null references affiliate',
    ended_at: 'timestamptz not null',
  }),
  /** One row per link, browser and UTC day. */
  affiliate_click: table({
    id: 'text primary key',
    affiliate_id: 'text not null references affiliate',
    /** The browser's session id if its user consented to attribution; otherwise a unique random value. */
    browser: 'text not null',
    day: 'text not null',
    /** The page and the affiliate's tracking parameters, as one key. */
    link: 'text not null',
    page: 'text not null',
    subs: as<ClickMarks>("jsonb not null default '{}'"),
    /** The picture whose code or link led here; null for a link of the affiliate's own. */
    creative: as<CreativeName>('text'),
    /** The affiliate's own id of the latest click. */
    click_id: 'text',
    /** The wording the visitor consented to at `first_at`; null for a visit without an id. */
    consent_version: 'text',
    first_at: 'timestamptz not null',
    last_at: 'timestamptz not null',
  }).with(
    'unique (affiliate_id, browser, day, link)',
    'create index affiliate_click_browser on affiliate_click (browser, last_at desc)',
    'create index affiliate_click_allowed on affiliate_click (last_at) where consent_version is not null',
    'create index affiliate_click_day on affiliate_click (affiliate_id, day)',
  ),
  /** An affiliate's share of one paid order. */
  commission: table({
    id: 'text primary key',
    affiliate_id: 'text not null references affiliate',
    order_id: 'text not null unique references orders',
    via: as<'link' | 'coupon' | 'renewal'>('text not null'),
    click_id: 'text references affiliate_click',
    /** The price before tax. */
    base_cents: 'bigint not null check (base_cents >= 0)',
    share_bps: 'integer not null',
    amount_cents: 'bigint not null check (amount_cents > 0)',
    /** The part that refunds have revoked. */
    revoked_cents: 'bigint not null default 0 check (revoked_cents between 0 and amount_cents)',
    /** `refused` after a review, `lapsed` with a deleted profile. */
    status: as<CommissionStatus>('text not null'),
    review_reason: as<ReviewReason>('text'),
    earned_at: 'timestamptz not null',
    available_at: 'timestamptz not null',
    released_at: 'timestamptz',
    /** Of a commission that was in review. */
    decision_reason: 'text',
    decided_at: 'timestamptz',
    decided_by: 'text',
  }).with(
    `check (${isOneOf('status', commissionStatuses)})`,
    'check ((decided_at is null) = (decision_reason is null))',
    "check (status <> 'review' or review_reason is not null)",
    'create index commission_affiliate on commission (affiliate_id, earned_at desc, id)',
    'create index commission_amount on commission (to_timestamp(amount_cents), id)',
    "create index commission_due on commission (available_at) where status = 'pending'",
    "create index commission_review on commission (earned_at) where status = 'review'",
  ),
  /** The URL of an affiliate's postbacks or, since a migration, of a trader's webhooks. Secrets are encrypted. */
  affiliate_endpoint: table({
    affiliate_id: 'text primary key references affiliate',
    url: 'text not null',
    /** Encrypted, as the former one is. */
    secret: 'text not null',
    former_secret: 'text',
    former_until: 'timestamptz',
    created_at: 'timestamptz not null',
    rotated_at: 'timestamptz',
  })
    .with('check ((former_secret is null) = (former_until is null))')
    .later({ audience: oneOf(audiences, "text not null default 'affiliate'") }),
  postback: table({
    id: 'text primary key',
    affiliate_id: 'text not null references affiliate',
    dedupe_key: 'text not null unique',
    type: as<WebhookType>('text not null'),
    body: 'text not null',
    status: oneOf(webhookStatuses, "text not null default 'waiting'"),
    attempts: 'integer not null default 0',
    created_at: 'timestamptz not null',
    next_attempt_at: 'timestamptz',
    last_attempt_at: 'timestamptz',
    status_code: 'integer',
    failure: as<PostbackFailure>('text'),
  })
    .with(
      "check ((status = 'waiting') = (next_attempt_at is not null))",
      'create index postback_affiliate on postback (affiliate_id, created_at desc)',
      "create index postback_due on postback (next_attempt_at) where status = 'waiting'",
      'create index postback_age on postback (created_at)',
    )
    .later({ audience: oneOf(audiences, "text not null default 'affiliate'") }),
};

export type AffiliateTable = Columns<typeof affiliatesTables.affiliate>;

export type AffiliateClickTable = Columns<typeof affiliatesTables.affiliate_click>;
