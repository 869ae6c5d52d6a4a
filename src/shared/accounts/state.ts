import type { ContractMonth } from '#shared/exchange/contract-month.ts';
import type { InstrumentCode } from '#shared/exchange/instruments.ts';
import type { TradingDay } from '#shared/exchange/trading-day.ts';

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
  /** Set while the figures differ from the platform's: floors and targets don't decide about the account. */
  readonly held?: true;
};
