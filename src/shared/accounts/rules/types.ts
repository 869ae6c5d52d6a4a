/**
 * Rules of one account: a programme in one size. Money in integer US cents, contracts in minis (one mini = ten micros).
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
};

/** The floor's distance from its reference, and what moves the reference. */
export type Drawdown =
  | { readonly mode: 'none' }
  | { readonly mode: 'static'; readonly maxLossCents: number }
  | { readonly mode: 'end-of-day'; readonly maxLossCents: number; readonly lock: FloorLock | null }
  | { readonly mode: 'intraday'; readonly maxLossCents: number; readonly lock: FloorLock | null };

/** The floor stops permanently at the starting balance plus this offset. */
export type FloorLock = { readonly offsetCents: number };

/** A soft limit locks the account for the day; a hard one breaches it. */
export type DailyLoss =
  | { readonly mode: 'none' }
  | { readonly mode: 'soft'; readonly limitCents: number }
  | { readonly mode: 'hard'; readonly limitCents: number };
