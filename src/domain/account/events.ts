import type { TradingDay } from '../calendar/trading-day.ts';
import type { ContractMonth } from '../instrument/contract-month.ts';
import type { InstrumentCode } from '../instrument/instruments.ts';

/** `at` is milliseconds since 1970, UTC. Prices are whole ticks of the instrument. */
export type Fill = {
  readonly type: 'fill';
  readonly at: number;
  readonly instrument: InstrumentCode;
  readonly month: ContractMonth;
  readonly side: 'buy' | 'sell';
  readonly quantity: number;
  readonly priceTicks: number;
  readonly feeCents: number;
};

/** The last price of an instrument the account may hold. */
export type Mark = {
  readonly type: 'mark';
  readonly at: number;
  readonly instrument: InstrumentCode;
  readonly month: ContractMonth;
  readonly priceTicks: number;
};

export type DayClose = { readonly type: 'day-close'; readonly at: number; readonly day: TradingDay };

/** The account starts anew at its starting balance. */
export type Reset = { readonly type: 'reset'; readonly at: number };

/** Why money moved outside trading. Only a payout counts as one: it takes the next cap and starts the winning days anew. */
export const adjustmentCauses = ['payout', 'fee', 'correction', 'dispute'] as const;

export type AdjustmentCause = (typeof adjustmentCauses)[number];

/** Money moved by the platform or the firm outside trading: what leaves the account is negative. */
export type Adjustment = {
  readonly type: 'adjustment';
  readonly at: number;
  readonly amountCents: number;
  readonly cause: AdjustmentCause;
};

export type AccountEvent = Fill | Mark | DayClose | Reset | Adjustment;
