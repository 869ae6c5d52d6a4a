import type { ContractMonth } from '#shared/exchange/contract-month.ts';
import type { InstrumentCode } from '#shared/exchange/instruments.ts';
import type { Side } from '#shared/exchange/side.ts';
import type { TradingDay } from '#shared/exchange/trading-day.ts';

/** `at` is UTC ms. Prices are whole ticks of the instrument. */
export type Fill = {
  readonly type: 'fill';
  readonly at: number;
  readonly instrument: InstrumentCode;
  readonly month: ContractMonth;
  readonly side: Side;
  readonly quantity: number;
  readonly priceTicks: number;
  readonly feeCents: number;
};

/** The contracts a fill adds to a position; negative for a sale. */
export function signedQuantity({ side, quantity }: Pick<Fill, 'side' | 'quantity'>): number {
  return side === 'buy' ? quantity : -quantity;
}

/** The last price of an instrument the account may hold. */
export type Mark = {
  readonly type: 'mark';
  readonly at: number;
  readonly instrument: InstrumentCode;
  readonly month: ContractMonth;
  readonly priceTicks: number;
};

/**
 * The open profit of all positions as the platform figures it, where it delivers no prices. It counts until a price or a
 * fill replaces it.
 */
export type Equity = { readonly type: 'equity'; readonly at: number; readonly openProfitCents: number };

export type DayClose = { readonly type: 'day-close'; readonly at: number; readonly day: TradingDay };

/** Restarts the account at its starting balance. */
export type Reset = { readonly type: 'reset'; readonly at: number };

/** Causes of cash movements outside trading. Only a payout uses up a cap and restarts the winning days. */
export const adjustmentCauses = ['payout', 'fee', 'correction', 'dispute'] as const;

export type AdjustmentCause = (typeof adjustmentCauses)[number];

/** A cash movement by the platform or the firm outside trading; negative if it leaves the account. */
export type Adjustment = {
  readonly type: 'adjustment';
  readonly at: number;
  readonly amountCents: number;
  readonly cause: AdjustmentCause;
  /** The payout it takes out or gives back; missing if the platform paid by itself. */
  readonly payoutId?: string;
};

/** Voids a breach that was disputed and didn't hold: trading resumes with the account's floors, days and balance. */
export type BreachVoid = { readonly type: 'breach-void'; readonly at: number; readonly breachAt: number };

export type AccountEvent = Fill | Mark | Equity | DayClose | Reset | Adjustment | BreachVoid;

export const accountEventTypes = [
  'fill',
  'mark',
  'equity',
  'day-close',
  'reset',
  'adjustment',
  'breach-void',
] as const satisfies readonly AccountEvent['type'][];
