/** Rules of one account: a programme in one size. Money in integer US cents, contracts in minis (one mini = ten micros). */
export type AccountRules = {
  readonly startingBalanceCents: number;
  readonly drawdown: Drawdown;
  readonly dailyLoss: DailyLoss;
  /** Profit above the starting balance that passes the evaluation; null where there is no goal. */
  readonly targetCents: number | null;
  readonly minimumDays: number;
  /** Share of the total profit that the best day may be, in basis points; it raises the goal, it never breaches. */
  readonly consistencyBps: number | null;
  readonly maxContracts: number;
};

/** How far below its reference the floor stands, and what moves the reference. */
export type Drawdown =
  | { readonly mode: 'none' }
  | { readonly mode: 'static'; readonly maxLossCents: number }
  | { readonly mode: 'end-of-day'; readonly maxLossCents: number; readonly lock: FloorLock | null }
  | { readonly mode: 'intraday'; readonly maxLossCents: number; readonly lock: FloorLock | null };

/** The floor stops for good once it reaches the starting balance plus this offset. */
export type FloorLock = { readonly offsetCents: number };

/** Soft closes the day, hard closes the account. */
export type DailyLoss =
  | { readonly mode: 'none' }
  | { readonly mode: 'soft'; readonly limitCents: number }
  | { readonly mode: 'hard'; readonly limitCents: number };
