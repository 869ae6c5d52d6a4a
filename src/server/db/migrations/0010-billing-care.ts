import { type Kysely, sql } from 'kysely';

const statements = [
  sql`alter table mail add column claimed_at timestamptz`,

  sql`alter table orders add column reminded_at timestamptz`,
  sql`alter table orders add column affiliate_id text references person`,
  sql`alter table orders add column affiliate_via text`,
  sql`create index orders_affiliate on orders (affiliate_id, created_at desc) where affiliate_id is not null`,
  sql`create table affiliate (
    person_id text primary key references person,
    code text not null unique,
    coupon text unique,
    joined_at timestamptz not null
  )`,
  sql`create table affiliate_click (
    affiliate_id text not null references affiliate,
    browser text not null,
    clicks integer not null default 1,
    first_at timestamptz not null,
    last_at timestamptz not null,
    primary key (affiliate_id, browser)
  )`,
  sql`create index affiliate_click_browser on affiliate_click (browser, last_at desc)`,

  sql`create table payment_dispute (
    id text primary key,
    provider text not null,
    order_id text not null references orders,
    amount_cents bigint not null,
    reason text not null,
    status text not null,
    opened_at timestamptz not null,
    closed_at timestamptz
  )`,
  sql`create index payment_dispute_order on payment_dispute (order_id)`,

  sql`create table account_hold (
    account_id text not null references trading_account,
    source text not null,
    why text not null,
    since timestamptz not null,
    primary key (account_id, source)
  )`,
  sql`alter table trading_account add column suspended_at timestamptz`,

  sql`alter table simulated_account add column suspended boolean not null default false`,
  sql`alter table simulated_account add column market_data jsonb not null default '[]'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
