import { sql } from 'kysely';
import { isOneOf } from '#server/core/database/one-of.ts';
import { sides } from '#shared/exchange/side.ts';
import { orderRoles, orderTypes, tradingOrderStatuses } from '#shared/trading/orders.ts';

/** Tables of this area, in dependency order. */
export const tradingTables = [
  // `request_id` is the client's, or made from the leader's order that a copy repeats; orders of a bracket have none.
  sql`create table trading_order (
    id text primary key,
    number bigint generated always as identity,
    account_id text not null references trading_account on delete cascade,
    request_id text,
    instrument text not null,
    month text not null,
    side text not null check (${isOneOf('side', sides)}),
    quantity integer not null check (quantity > 0),
    type text not null check (${isOneOf('type', orderTypes)}),
    price_ticks bigint,
    role text not null check (${isOneOf('role', orderRoles)}),
    parent_id text,
    oco_group text,
    bracket jsonb,
    status text not null check (${isOneOf('status', tradingOrderStatuses)}),
    reason text,
    placed_at timestamptz not null,
    done_at timestamptz,
    fill_ticks bigint,
    fee_cents bigint,
    version integer not null default 1,
    copy_of text,
    copy_version integer,
    copy_logged boolean not null default false,
    unique (account_id, request_id),
    check ((type = 'market') = (price_ticks is null)),
    check ((status = 'working') = (done_at is null)),
    check ((status = 'filled') = (fill_ticks is not null)),
    check ((status in ('canceled', 'rejected')) = (reason is not null)),
    check ((copy_of is null) = (copy_version is null))
  )`,
  sql`create index trading_order_newest on trading_order (account_id, number)`,
  sql`create index trading_order_working on trading_order (account_id) where status = 'working'`,
  sql`create index trading_order_done on trading_order (done_at) where done_at is not null`,
  sql`create index trading_order_bracket on trading_order (account_id, parent_id) where parent_id is not null`,
  sql`create index trading_order_copied on trading_order (account_id, copy_of) where copy_of is not null`,
  sql`create index trading_order_unlogged on trading_order (account_id)
    where copy_of is not null and status <> 'working' and not copy_logged`,

  // What each request of a client meant and led to, so that sending it again does nothing; null placed nothing.
  sql`create table trading_request (
    account_id text not null references trading_account on delete cascade,
    request_id text not null,
    request_hash text not null,
    order_id text references trading_order on delete cascade,
    requested_at timestamptz not null,
    primary key (account_id, request_id)
  )`,
  sql`create index trading_request_order on trading_request (order_id) where order_id is not null`,
  sql`create index trading_request_placed_nothing on trading_request (requested_at) where order_id is null`,

  // One row for each account that was ever traded in the terminal.
  sql`create table trading_progress (
    account_id text primary key references trading_account on delete cascade,
    matched_frame bigint not null,
    marks jsonb not null default '{}',
    is_open boolean not null
  )`,
  sql`create index trading_progress_open on trading_progress (account_id) where is_open`,
];
