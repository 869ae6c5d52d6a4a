import type { FloorLock } from '../drawdown/drawdown-rule.ts';
import type { Drawdown } from '../drawdown/registry.ts';
import type { ContractStep } from './contract-steps.ts';
import type { DailyLoss } from './daily-loss.ts';
import type { FlatBy } from './flat-by.ts';

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
  /** Missing if positions may be held at any time. */
  readonly flatBy?: FlatBy | undefined;
  /**
   * Whether all months and sizes of a product must be held in one direction. A locked spread earns nothing, but closing
   * its legs on different days would turn one day's profit into many winning days.
   */
  readonly spreads?: 'refused' | undefined;
};
