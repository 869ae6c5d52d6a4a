import type { ContractMonth } from '#shared/exchange/contract-month.ts';
import type { InstrumentCode, Side } from '#shared/exchange/instruments.ts';
import type { TradingDay } from '#shared/exchange/trading-day.ts';
import type { FloorLock } from './drawdown/drawdown-rule.ts';
import type { Drawdown } from './drawdown/registry.ts';
import type { DailyLoss } from './rules/daily-loss.ts';

/** While the profit at the day's start is below this, so many contracts at most, in minis. */
export type ContractStep = { readonly belowProfitCents: number; readonly maxContracts: number };

/**
 * Rules of one account: a program in one size. Money in integer US cents, contracts in minis (one mini = ten micros).
 */
export type AccountRules = {
  readonly startingBalanceCents: number;
  readonly drawdown: Drawdown;
  readonly dailyLoss: DailyLoss;
  /** Profit above the starting balance that passes the evaluation; null without a target. */
  readonly targetCents: number | null;
  readonly minimumDays: number;
  /** The best day's maximum share of total profit, in basis points. It can raise the target but never breaches. */
  readonly consistencyBps: number | null;
  readonly maxContracts: number;
  /** Fewer contracts at first, by rising profits; missing if all are allowed from the start. */
  readonly contractSteps?: readonly ContractStep[] | undefined;
  /** Where a payout moves the floor for good; missing if it leaves it where it is. */
  readonly payoutFloor?: FloorLock | undefined;
  /** So long before each close, or before a week's last one, positions are closed and the day is locked. */
  readonly flatBy?: { readonly before: 'close' | 'weekend'; readonly minutes: number } | undefined;
  /**
   * Whether all months and sizes of a product must be held in one direction. A locked spread earns nothing, but closing
   * its legs on different days would turn one day's profit into many winning days.
   */
  readonly spreads?: 'refused' | undefined;
};

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
export const adjustmentCauses = ['payout', 'fee', 'correction', 'dispute', 'outage'] as const;

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

/** `locked` is a soft daily limit, or positions held too long: no trading until the next trading day. */
export const accountStatuses = ['active', 'locked', 'passed', 'breached'] as const;

export type AccountStatus = (typeof accountStatuses)[number];

export const breachRules = ['max-loss', 'daily-loss'] as const;

export type BreachRule = (typeof breachRules)[number];

/** What ended an account: the rule, the time and the two numbers that crossed. */
export type Breach = {
  readonly rule: BreachRule;
  readonly at: number;
  readonly day: TradingDay;
  readonly floorCents: number;
  readonly equityCents: number;
};

/** Open contracts that were filled at one price. */
export type Lot = { readonly quantity: number; readonly priceTicks: number };

export type Position = {
  readonly instrument: InstrumentCode;
  readonly month: ContractMonth;
  /** Signed contracts: positive is long, negative is short. */
  readonly quantity: number;
  /** Sum of signed quantity × entry price, in ticks. */
  readonly costTicks: number;
  readonly lastPriceTicks: number;
  /** Oldest first, signed like `quantity`; a closing fill uses the oldest, so every realized result is whole ticks. */
  readonly lots: readonly Lot[];
};

/** The result of one trading day. A day without fills is kept only while it is the last one. */
export type DailyResult = {
  readonly day: TradingDay;
  readonly openBalanceCents: number;
  /** Realized result of the day, fees included; final once the day has closed. */
  readonly profitCents: number;
  readonly fills: number;
  readonly closed: boolean;
};

/** A payout's money that has left the account. If it comes back, the drawdown trails as if it had never left. */
export type PayoutDebit = {
  readonly payoutId: string | null;
  readonly amountCents: number;
  /** What the trailing floor would have followed since, without this payout; null before the first close or price. */
  readonly peakCents: number | null;
};

/** The full state of an account under its rules. JSON-safe, so it can be stored as a snapshot. */
export type AccountState = {
  readonly status: AccountStatus;
  readonly breach: Breach | null;
  readonly passedAt: number | null;
  /** Rounded up from the exact sum; see money/exact-cents.ts. */
  readonly balanceCents: number;
  /** How much rounding added to the exact balance: 0–99 hundredths of a cent. */
  readonly balanceExcess: number;
  /** Balance plus open profit at the last known prices. */
  readonly equityCents: number;
  /** What the trailing floor follows: closing balances (end of day) or equity (intraday). */
  readonly highWaterMarkCents: number;
  /** Null if the program has no maximum drawdown. */
  readonly floorCents: number | null;
  readonly floorLocked: boolean;
  /** Floor of the current trading day; null without a daily limit or before the first event. */
  readonly dailyFloorCents: number | null;
  readonly positions: readonly Position[];
  readonly days: readonly DailyResult[];
  /** Oldest first, paid ones included: a bank may return money long after it was booked. */
  readonly payoutDebits: readonly PayoutDebit[];
  readonly lastEventAt: number | null;
  readonly eventCount: number;
  /** What locked the day if it isn't its loss. */
  readonly lockedBy?: 'flat-by';
  /** Hundredths of a cent that the platform's own open profit exceeds ours by, since its last report; absent if none. */
  readonly unpricedHundredths?: number;
  /** What an outage’s remedy has credited for a position that is still open; absent if nothing. */
  readonly heldCreditCents?: number;
  /** Set while the figures differ from the platform's: floors and targets don't decide about the account. */
  readonly held?: true;
};
