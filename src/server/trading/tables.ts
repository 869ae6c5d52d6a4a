import type { ColumnType, Generated } from 'kysely';
import type { MaybeMoment, MaybeNumber, MaybeText, Moment } from '#server/core/database/columns.ts';
import type { ContractMonth } from '#shared/exchange/contract-month.ts';
import type { InstrumentCode } from '#shared/exchange/instruments.ts';
import type { Side } from '#shared/exchange/side.ts';
import type { MarkProgress } from '#shared/trading/match-orders.ts';
import type { Bracket, OrderEndReason, OrderRole, OrderType } from '#shared/trading/orders.ts';

/** An order of the terminal; the domain's `TradingOrder` in columns. */
type TradingOrderTable = {
  id: string;
  /** Increases with arrival. */
  number: Generated<number>;
  account_id: string;
  /** The client's request id; null for an order of a bracket. */
  request_id: MaybeText;
  instrument: InstrumentCode;
  month: ContractMonth;
  side: Side;
  quantity: number;
  type: OrderType;
  price_ticks: MaybeNumber;
  role: OrderRole;
  parent_id: MaybeText;
  oco_group: MaybeText;
  bracket: ColumnType<Bracket | null, string | null, string | null>;
  status: 'working' | 'filled' | 'canceled' | 'rejected';
  reason: ColumnType<OrderEndReason | null, OrderEndReason | null | undefined, OrderEndReason | null>;
  placed_at: Moment;
  done_at: MaybeMoment;
  fill_ticks: MaybeNumber;
  fee_cents: MaybeNumber;
  version: Generated<number>;
  /** The leader's order that it copies, and its version. */
  copy_of: MaybeText;
  copy_version: MaybeNumber;
  /** Whether the copy log records how it ended. */
  copy_logged: Generated<boolean>;
};

/** A request to place, flatten or reverse, stored so that repeating it does nothing. */
type TradingRequestTable = {
  account_id: string;
  request_id: string;
  request_hash: string;
  order_id: MaybeText;
  requested_at: Moment;
};

/** How far the market has been matched against an account's orders and positions. */
type TradingProgressTable = {
  account_id: string;
  /** The number of the last processed frame. */
  matched_frame: number;
  marks: ColumnType<MarkProgress, string, string>;
  /** Whether it has working orders or positions, so that the matcher processes it. */
  is_open: boolean;
};

export type TradingTables = {
  trading_order: TradingOrderTable;
  trading_progress: TradingProgressTable;
  trading_request: TradingRequestTable;
};
