import type { Drawdown } from '../drawdown/registry.ts';

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
  /**
   * Whether all months and sizes of a product must be held in one direction. A locked spread earns nothing, but closing
   * its legs on different days would turn one day's profit into many winning days.
   */
  readonly spreads?: 'refused' | undefined;
};

/** A soft limit locks the account for the day; a hard one breaches it. */
export type DailyLoss =
  | { readonly mode: 'none' }
  | { readonly mode: 'soft'; readonly limitCents: number }
  | { readonly mode: 'hard'; readonly limitCents: number };
