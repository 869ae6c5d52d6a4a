import type { TradingDay } from '../calendar/trading-day.ts';
import type { TapePlan } from './plan.ts';

/** A position on its way to the price it will be closed at. */
export type TapeTrade = {
  readonly side: 'buy' | 'sell';
  readonly entryTicks: number;
  readonly exitTicks: number;
  readonly marksLeft: number;
};

/** All that a tape needs to go on, as JSON. */
export type TapeState = {
  readonly plan: TapePlan;
  readonly markEveryMs: number;
  readonly hours: 'always' | 'exchange';
  readonly random: number;
  /** When the tape next does something. */
  readonly nextAt: number;
  readonly priceTicks: number;
  readonly day: TradingDay;
  readonly dayStartedAt: number;
  readonly dayClosesAt: number;
  readonly dayGoalCents: number;
  readonly dayResultCents: number;
  readonly resultCents: number;
  readonly trade: TapeTrade | null;
  /** The account is lost: nothing more comes. */
  readonly ended: boolean;
};
