import { sql } from 'kysely';

/** Tables of this area, in dependency order. */
export const messagesTables = [
  sql`create table mail (
    id text primary key,
    dedupe_key text not null unique,
    recipient text not null,
    subject text not null,
    kept_subject text,
    text text not null,
    html text not null,
    created_at timestamptz not null,
    sent_at timestamptz,
    reply_to text,
    unsubscribe_url text,
    claimed_at timestamptz,
    refused_at timestamptz,
    given_up_at timestamptz,
    failure text
  )`,
  sql`create index mail_unsent on mail (created_at)
    where sent_at is null and refused_at is null and given_up_at is null`,
  sql`create index mail_recipient on mail (lower(recipient), created_at desc)`,
  sql`create index mail_failed on mail (created_at desc, id desc) where failure is not null`,

  sql`create table mailbox (
    id text primary key,
    number bigint generated always as identity,
    recipient text not null,
    subject text not null,
    text text not null,
    html text not null,
    sent_at timestamptz not null,
    reply_to text,
    unsubscribe_url text
  )`,
  sql`create index mailbox_recipient on mailbox (lower(recipient), number desc)`,

  sql`create table push_subscription (
    id text primary key,
    person_id text not null references person on delete cascade,
    device_hash text not null,
    endpoint text not null unique,
    p256dh text not null,
    auth text not null,
    user_agent text not null,
    created_at timestamptz not null
  )`,
  sql`create index push_subscription_person on push_subscription (person_id, created_at desc)`,

  sql`create table push_message (
    id text primary key,
    subscription_id text not null references push_subscription on delete cascade,
    dedupe_key text not null unique,
    message jsonb not null,
    created_at timestamptz not null,
    claimed_at timestamptz,
    sent_at timestamptz
  )`,
  sql`create index push_message_subscription on push_message (subscription_id)`,
  sql`create index push_message_unsent on push_message (created_at) where sent_at is null`,

  sql`create table newsletter_subscription (
    id text primary key,
    email text not null,
    locale text not null,
    round integer not null default 1,
    consent jsonb not null,
    sharing_consent jsonb,
    requested_at timestamptz not null,
    confirmed_at timestamptz,
    unsubscribed_at timestamptz
  )`,
  sql`create index newsletter_subscription_requested on newsletter_subscription (requested_at, id)`,
  sql`create unique index newsletter_subscription_email on newsletter_subscription (lower(email))`,

  sql`create table notification (
    id text primary key,
    number bigint generated always as identity,
    person_id text not null references person on delete cascade,
    dedupe_key text not null unique,
    kind text not null,
    details jsonb not null,
    path text,
    created_at timestamptz not null,
    read_at timestamptz
  )`,
  sql`create index notification_person on notification (person_id, number desc)`,
  sql`create index notification_unread on notification (person_id) where read_at is null`,

  sql`create table announcement (
    id text primary key,
    title jsonb not null,
    text jsonb not null,
    -- 'chosen' is only for those in announcement_recipient.
    audience text not null default 'all' check (audience in ('all', 'chosen')),
    program text,
    platform text,
    starts_at timestamptz not null,
    ends_at timestamptz,
    created_by text not null,
    created_at timestamptz not null,
    ended_at timestamptz,
    check (ends_at > starts_at),
    check (audience = 'all' or (program is null and platform is null))
  )`,
  sql`create index announcement_created on announcement (created_at, id)`,
  sql`create index announcement_shown on announcement (starts_at) where ended_at is null`,

  sql`create table announcement_recipient (
    announcement_id text not null references announcement on delete cascade,
    person_id text not null references person on delete cascade,
    added_at timestamptz not null,
    primary key (announcement_id, person_id)
  )`,
  sql`create index announcement_recipient_person on announcement_recipient (person_id)`,
];
