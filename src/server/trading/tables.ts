import { as, oneOf, table } from '#server/core/database/table.ts';
import type { ContractMonth } from '#shared/exchange/contract-month.ts';
import { type InstrumentCode, sides } from '#shared/exchange/instruments.ts';
import type { MarkProgress } from '#shared/trading/match-orders.ts';
import {
  type Bracket,
  type OrderEndReason,
  orderRoles,
  orderTypes,
  tradingOrderStatuses,
} from '#shared/trading/orders.ts';

export const tradingTables = {
  // `request_id` is the client's, or made from the leader's order that a copy repeats; orders of a bracket have none.
  /** An order of the terminal; the domain's `TradingOrder` in columns. */
  trading_order: table({
    id: 'text primary key',
    /** Increases with arrival. */
    number: 'bigint generated always as identity',
    account_id: 'text not null references trading_account on delete cascade',
    /** The client's request id; null for an order of a bracket. */
    request_id: 'text',
    instrument: as<InstrumentCode>('text not null'),
    month: as<ContractMonth>('text not null'),
    side: oneOf(sides),
    quantity: 'integer not null check (quantity > 0)',
    type: oneOf(orderTypes),
    price_ticks: 'bigint',
    role: oneOf(orderRoles),
    parent_id: 'text',
    oco_group: 'text',
    bracket: as<Bracket>('jsonb'),
    status: oneOf(tradingOrderStatuses),
    reason: as<OrderEndReason>('text'),
    placed_at: 'timestamptz not null',
    done_at: 'timestamptz',
    fill_ticks: 'bigint',
    fee_cents: 'bigint',
    version: 'integer not null default 1',
    /** The leader's order that it copies, and its version. */
    copy_of: 'text',
    copy_version: 'integer',
    /** Whether the copy log records how it ended. */
    copy_logged: 'boolean not null default false',
  }).with(
    'unique (account_id, request_id)',
    "check ((type = 'market') = (price_ticks is null))",
    "check ((status = 'working') = (done_at is null))",
    "check ((status = 'filled') = (fill_ticks is not null))",
    "check ((status in ('canceled', 'rejected')) = (reason is not null))",
    'check ((copy_of is null) = (copy_version is null))',
    'create index trading_order_newest on trading_order (account_id, number)',
    "create index trading_order_working on trading_order (account_id) where status = 'working'",
    'create index trading_order_done on trading_order (done_at) where done_at is not null',
    'create index trading_order_bracket on trading_order (account_id, parent_id) where parent_id is not null',
    'create index trading_order_copied on trading_order (account_id, copy_of) where copy_of is not null',
    "create index trading_order_unlogged on trading_order (account_id) where copy_of is not null and status <> 'working' and not copy_logged",
  ),
  /** A request to place, flatten or reverse, stored so that repeating it does nothing; null placed nothing. */
  trading_request: table({
    account_id: 'text not null references trading_account on delete cascade',
    request_id: 'text not null',
    request_hash: 'text not null',
    order_id: 'text references trading_order on delete cascade',
    requested_at: 'timestamptz not null',
  }).with(
    'primary key (account_id, request_id)',
    'create index trading_request_order on trading_request (order_id) where order_id is not null',
    'create index trading_request_placed_nothing on trading_request (requested_at) where order_id is null',
  ),
  /** How far the market has been matched against the orders and positions of an account ever traded here. */
  trading_progress: table({
    account_id: 'text primary key references trading_account on delete cascade',
    /** The number of the last processed frame. */
    matched_frame: 'bigint not null',
    marks: as<MarkProgress>("jsonb not null default '{}'"),
    /** Whether it has working orders or positions, so that the matcher processes it. */
    is_open: 'boolean not null',
  }).with('create index trading_progress_open on trading_progress (account_id) where is_open'),
};
