import { type Kysely, sql } from 'kysely';

const statements = [
  sql`create table person (
    id text primary key,
    email text not null,
    first_name text not null,
    last_name text not null,
    country text not null,
    locale text not null,
    password_hash text,
    email_verified_at timestamptz,
    unread_notices integer not null default 0,
    roles text[] not null default '{}',
    created_at timestamptz not null
  )`,
  sql`create unique index person_email on person (lower(email))`,

  sql`create table session (
    id text primary key,
    person_id text not null references person on delete cascade,
    token_hash text not null unique,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    ended_at timestamptz,
    user_agent text not null,
    ip text not null
  )`,
  sql`create index session_person on session (person_id, created_at desc)`,
  sql`create index session_expiry on session (expires_at)`,

  sql`create table email_code (
    id text primary key,
    number bigint generated always as identity,
    person_id text not null references person on delete cascade,
    purpose text not null,
    code_hash text not null,
    attempts integer not null default 0,
    pending jsonb,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
  sql`create index email_code_person on email_code (person_id, purpose, number desc)`,
  sql`create index email_code_expiry on email_code (expires_at)`,

  sql`create table orders (
    id text primary key,
    session_id text not null,
    kind text not null,
    status text not null,
    person_id text references person,
    email text not null,
    first_name text not null,
    last_name text not null,
    country text not null,
    locale text not null,
    package_id text not null,
    platform text not null,
    rules_version text not null,
    lines jsonb not null,
    coupon text,
    total_cents bigint not null check (total_cents >= 0),
    currency text not null,
    consents jsonb not null,
    idempotency_scope text not null,
    idempotency_key text not null,
    request_hash text not null,
    payment_provider text not null,
    payment_session_id text,
    payment_url text,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    paid_at timestamptz,
    fulfilled_at timestamptz,
    unique (idempotency_scope, idempotency_key)
  )`,
  sql`create unique index orders_payment_session on orders (payment_provider, payment_session_id)
      where payment_session_id is not null`,
  sql`create index orders_person on orders (person_id, created_at desc)`,
  sql`create index orders_email on orders (lower(email), created_at desc)`,
  sql`create index orders_unfinished on orders (status, expires_at) where status in ('draft', 'awaiting-payment', 'paid')`,

  sql`create table provider_event (
    id text primary key,
    provider text not null,
    type text not null,
    order_id text,
    payload jsonb not null,
    received_at timestamptz not null,
    handled_at timestamptz
  )`,
  sql`create index provider_event_order on provider_event (order_id)`,
  sql`create index provider_event_open on provider_event (received_at) where handled_at is null`,

  sql`create table sandbox_payment (
    id text primary key,
    order_id text not null unique,
    amount_cents bigint not null,
    currency text not null,
    email text not null,
    description text not null,
    success_url text not null,
    cancel_url text not null,
    status text not null,
    created_at timestamptz not null
  )`,

  sql`create table trading_account (
    id text primary key,
    person_id text not null references person,
    order_id text not null unique,
    platform text not null,
    platform_account_id text not null,
    platform_user text not null,
    platform_secret text not null,
    simulated boolean not null,
    programme text not null,
    size text not null,
    rules_version text not null,
    state jsonb not null,
    sequence bigint not null default 0,
    opened_at timestamptz not null
  )`,
  sql`create unique index trading_account_platform on trading_account (platform, platform_account_id)`,
  sql`create index trading_account_person on trading_account (person_id, opened_at)`,

  sql`create table account_event (
    account_id text not null references trading_account on delete cascade,
    sequence bigint not null,
    source_id text not null,
    type text not null,
    at timestamptz not null,
    event jsonb not null,
    primary key (account_id, sequence),
    unique (account_id, source_id)
  )`,
  sql`create index account_event_fills on account_event (account_id, sequence desc) where type = 'fill'`,
  sql`create index account_event_at on account_event (account_id, at, source_id)`,

  sql`create table account_point (
    account_id text not null references trading_account on delete cascade,
    at timestamptz not null,
    equity_cents bigint not null,
    floor_cents bigint,
    high_water_mark_cents bigint not null,
    primary key (account_id, at)
  )`,

  sql`create table simulated_tape (
    account_id text primary key references trading_account on delete cascade,
    tape jsonb not null,
    ticked_at timestamptz not null
  )`,
  sql`create index simulated_tape_ticked on simulated_tape (ticked_at)`,

  sql`create table mail (
    id text primary key,
    dedupe_key text not null unique,
    recipient text not null,
    subject text not null,
    text text not null,
    html text not null,
    created_at timestamptz not null,
    sent_at timestamptz
  )`,
  sql`create index mail_unsent on mail (created_at) where sent_at is null`,

  sql`create table mailbox (
    id text primary key,
    number bigint generated always as identity,
    recipient text not null,
    subject text not null,
    text text not null,
    html text not null,
    sent_at timestamptz not null
  )`,
  sql`create index mailbox_recipient on mailbox (lower(recipient), number desc)`,

  sql`create table audit (
    id text primary key,
    at timestamptz not null,
    actor text not null,
    action text not null,
    entity text not null,
    entity_id text not null,
    details jsonb not null
  )`,
  sql`create index audit_entity on audit (entity, entity_id, at)`,

  // The table of rate-limiter-flexible, which writes it in its own columns.
  sql`create table rate_limit (key varchar(255) primary key, points integer not null default 0, expire bigint)`,

  sql`create table captcha_use (challenge_hash text primary key, expires_at timestamptz not null)`,
  sql`create index captcha_use_expiry on captcha_use (expires_at)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
