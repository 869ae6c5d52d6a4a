import { sql } from 'kysely';
import { isOneOf } from '#server/core/database/one-of.ts';
import { postbackStatuses } from '#shared/affiliates/postback.ts';
import { commissionStatuses } from '#shared/affiliates/review.ts';

/** Tables of this area, in dependency order. */
export const affiliatesTables = [
  sql`create table affiliate (
    person_id text primary key references person,
    code text not null unique,
    coupon text unique,
    coupon_changed_at timestamptz,
    status text not null default 'pending',
    channel text not null,
    audience text not null,
    terms_version text not null,
    applied_at timestamptz not null,
    decided_at timestamptz,
    check (status in ('pending', 'approved', 'declined', 'ended')),
    check ((status = 'pending') = (decided_at is null))
  )`,
  sql`create index affiliate_pending on affiliate (applied_at) where status = 'pending'`,

  // Coupons that buyers may still type after their owner chose another.
  sql`create table affiliate_former_coupon (
    coupon text primary key,
    affiliate_id text not null references affiliate,
    ended_at timestamptz not null
  )`,

  sql`create table affiliate_click (
    id text primary key,
    affiliate_id text not null references affiliate,
    browser text not null,
    day text not null,
    link text not null,
    page text not null,
    subs jsonb not null default '{}',
    -- Which of our pictures led here.
    creative text,
    click_id text,
    consent_version text,
    first_at timestamptz not null,
    last_at timestamptz not null,
    unique (affiliate_id, browser, day, link)
  )`,
  sql`create index affiliate_click_browser on affiliate_click (browser, last_at desc)`,
  sql`create index affiliate_click_allowed on affiliate_click (last_at) where consent_version is not null`,
  sql`create index affiliate_click_day on affiliate_click (affiliate_id, day)`,

  sql`create table commission (
    id text primary key,
    affiliate_id text not null references affiliate,
    order_id text not null unique references orders,
    via text not null,
    click_id text references affiliate_click,
    base_cents bigint not null check (base_cents >= 0),
    share_bps integer not null,
    amount_cents bigint not null check (amount_cents > 0),
    revoked_cents bigint not null default 0 check (revoked_cents between 0 and amount_cents),
    status text not null,
    review_reason text,
    earned_at timestamptz not null,
    available_at timestamptz not null,
    released_at timestamptz,
    -- Of a commission that was in review.
    decision_reason text,
    decided_at timestamptz,
    decided_by text,
    check (${isOneOf('status', commissionStatuses)}),
    check ((decided_at is null) = (decision_reason is null)),
    check (status <> 'review' or review_reason is not null)
  )`,
  sql`create index commission_affiliate on commission (affiliate_id, earned_at desc, id)`,
  sql`create index commission_amount on commission (to_timestamp(amount_cents), id)`,
  sql`create index commission_due on commission (available_at) where status = 'pending'`,
  sql`create index commission_review on commission (earned_at) where status = 'review'`,

  sql`create table affiliate_endpoint (
    affiliate_id text primary key references affiliate,
    url text not null,
    -- Encrypted, as the former one is.
    secret text not null,
    former_secret text,
    former_until timestamptz,
    created_at timestamptz not null,
    rotated_at timestamptz,
    check ((former_secret is null) = (former_until is null))
  )`,

  sql`create table postback (
    id text primary key,
    affiliate_id text not null references affiliate,
    dedupe_key text not null unique,
    type text not null,
    body text not null,
    status text not null default 'waiting' check (${isOneOf('status', postbackStatuses)}),
    attempts integer not null default 0,
    created_at timestamptz not null,
    next_attempt_at timestamptz,
    last_attempt_at timestamptz,
    status_code integer,
    failure text,
    check ((status = 'waiting') = (next_attempt_at is not null))
  )`,
  sql`create index postback_affiliate on postback (affiliate_id, created_at desc)`,
  sql`create index postback_due on postback (next_attempt_at) where status = 'waiting'`,
  sql`create index postback_age on postback (created_at)`,
];
