import { type Kysely, sql } from 'kysely';

const statements = [
  sql`alter table orders add column account_id text references trading_account`,
  sql`alter table orders add column name text not null default ''`,
  sql`alter table orders add column bill_id text`,
  sql`alter table orders add column details jsonb not null default '{}'`,
  sql`alter table orders add column tax_bps integer not null default 0`,
  sql`alter table orders add column start_now boolean not null default true`,
  sql`alter table orders add column begins_at timestamptz`,
  sql`alter table orders add column payment_method text`,
  sql`alter table orders add column refund_wanted_at timestamptz`,
  sql`create index orders_account on orders (account_id, created_at desc) where account_id is not null`,
  sql`create index orders_bill on orders (bill_id) where bill_id is not null`,
  sql`create index orders_scope on orders (idempotency_scope, created_at desc)`,
  sql`create index orders_refund on orders (refund_wanted_at) where refund_wanted_at is not null and status <> 'refunded'`,

  sql`create table trial_use (
    address_key text primary key,
    person_id text not null unique references person,
    order_id text not null unique references orders
  )`,

  sql`create table coupon_count (code text primary key, taken integer not null)`,
  sql`create table coupon_use (
    order_id text primary key references orders,
    code text not null,
    once_key text
  )`,
  sql`create unique index coupon_use_once on coupon_use (code, once_key) where once_key is not null`,

  sql`create table subscription (
    id text primary key,
    person_id text not null references person,
    order_id text not null unique references orders,
    kind text not null,
    package_id text not null,
    platform text not null,
    account_id text references trading_account,
    name text not null,
    amount_cents bigint not null check (amount_cents >= 0),
    every text not null,
    renews boolean not null,
    status text not null,
    anchor_at timestamptz not null,
    period_starts_at timestamptz not null,
    period_ends_at timestamptz not null,
    payment_provider text not null,
    payment_method text,
    noticed_for timestamptz,
    cancelled_at timestamptz,
    ended_at timestamptz,
    created_at timestamptz not null
  )`,
  sql`create index subscription_person on subscription (person_id, created_at desc)`,
  sql`create index subscription_account on subscription (account_id) where account_id is not null`,
  sql`create index subscription_due on subscription (period_ends_at) where status <> 'ended'`,

  sql`create table bill (
    id text primary key,
    subscription_id text not null references subscription,
    person_id text not null references person,
    amount_cents bigint not null check (amount_cents >= 0),
    period_starts_at timestamptz not null,
    period_ends_at timestamptz not null,
    status text not null,
    order_id text references orders,
    tries integer not null default 0,
    first_try_at timestamptz,
    next_try_at timestamptz,
    paid_at timestamptz,
    created_at timestamptz not null,
    unique (subscription_id, period_starts_at)
  )`,
  sql`create index bill_person on bill (person_id, created_at desc)`,
  sql`create index bill_due on bill (next_try_at) where status = 'open' and next_try_at is not null`,

  sql`create table funded_account (
    account_id text primary key references trading_account,
    order_id text not null unique references orders,
    resets_left integer not null
  )`,

  sql`create table performance_review (
    id text primary key,
    order_id text not null unique references orders,
    account_id text not null references trading_account,
    person_id text not null references person,
    wanted_at timestamptz not null,
    delivered_at timestamptz
  )`,

  sql`create table number_series (series text primary key, last bigint not null)`,
  sql`create table invoice (
    number text primary key,
    kind text not null,
    order_id text not null references orders,
    person_id text not null references person,
    document jsonb not null,
    issued_at timestamptz not null,
    unique (order_id, kind)
  )`,
  sql`create index invoice_person on invoice (person_id, issued_at desc)`,

  sql`create table withdrawal_statement (
    id text primary key,
    order_id text references orders,
    order_given text not null,
    name text not null,
    email text not null,
    outcome text not null,
    locale text not null,
    ip text not null,
    stated_at timestamptz not null
  )`,
  sql`create unique index withdrawal_statement_order on withdrawal_statement (order_id) where order_id is not null`,

  sql`alter table sandbox_payment add column renewals text not null default 'pay'`,
  sql`alter table sandbox_payment add column method text`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
