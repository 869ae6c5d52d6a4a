import type { ContractMonth } from '#shared/exchange/contract-month.ts';
import type { Side } from '#shared/exchange/instruments.ts';
import type { TradingDay } from '#shared/exchange/trading-day.ts';
import type { TradingHours } from '#shared/trading/index.ts';
import type { TradingPlan } from './plan.ts';

/** An open position with the time it will be closed at. */
export type OpenTrade = {
  readonly month: ContractMonth;
  readonly side: Side;
  readonly entryTicks: number;
  readonly exitAt: number;
};

/** Everything a trader needs to continue. Serializes to JSON. */
export type TraderState = {
  readonly plan: TradingPlan;
  readonly markEveryMs: number;
  readonly hours: TradingHours;
  readonly random: number;
  readonly nextAt: number;
  readonly day: TradingDay;
  readonly dayStartedAt: number;
  readonly dayClosesAt: number;
  readonly dayGoalCents: number;
  readonly dayResultCents: number;
  readonly resultCents: number;
  /** The highest result so far, from which a trailing floor is measured. */
  readonly peakCents: number;
  readonly trade: OpenTrade | null;
  /** Whether the account is breached, so that no events follow. */
  readonly ended: boolean;
};
