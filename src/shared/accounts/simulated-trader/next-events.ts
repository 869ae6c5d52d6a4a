import { seedOf } from '#lib/random.ts';
import { nextTradingDay, sessionCloseAt, tradingDayOf } from '#shared/exchange/trading-day.ts';
import { type Market, simulatedHours, type TradingHours } from '#shared/trading/index.ts';
import type { AccountEvent, AccountRules } from '../model.ts';
import { planTrading, type Scenario, type SimulatedInstrument } from './plan.ts';
import { stepTrader } from './trade.ts';
import type { TraderState } from './trader-state.ts';

export type TraderOptions = {
  /** The same seed, rules, start and scenario give the same trader. */
  readonly seed: string | number;
  readonly rules: AccountRules;
  readonly startAt: number;
  readonly scenario: Scenario;
  /** Default: the E-mini or Micro S&P 500, whichever fits the account's size. */
  readonly instrument?: SimulatedInstrument;
  /** Interval of marks while a position is open, in milliseconds: 1000 by default, at most a minute. */
  readonly markEveryMs?: number;
  /** The simulated platform's hours by default. With `exchange`, it trades in the busy hours of each trading day. */
  readonly hours?: TradingHours;
};

export function startTrader(options: TraderOptions): TraderState {
  const { startAt } = options;
  const plan = planTrading(options.rules, options.scenario, options.instrument ?? null);
  return {
    plan,
    markEveryMs: Math.min(options.markEveryMs ?? 1_000, 60_000),
    hours: options.hours ?? simulatedHours,
    random: seedOf(String(options.seed)),
    ...scheduleFrom(startAt),
    dayGoalCents: plan.dayGoalCents,
    dayResultCents: 0,
    resultCents: 0,
    peakCents: 0,
    trade: null,
    ended: false,
  };
}

/** Moves the start of a trader that hasn't traded yet. Plan and random state stay the same. */
export function postponeTrader(trader: TraderState, startAt: number): TraderState {
  return { ...trader, ...scheduleFrom(startAt) };
}

function scheduleFrom(startAt: number): Pick<TraderState, 'nextAt' | 'day' | 'dayStartedAt' | 'dayClosesAt'> {
  const current = tradingDayOf(startAt);
  const day = startAt < sessionCloseAt(current) ? current : nextTradingDay(current);
  return { nextAt: startAt, day, dayStartedAt: startAt, dayClosesAt: sessionCloseAt(day) };
}

/** All events up to and including `untilMs`, and the state to continue from. The number of calls doesn't matter. */
export function nextEvents(
  market: Market,
  traderState: TraderState,
  untilMs: number,
): { readonly events: readonly AccountEvent[]; readonly traderState: TraderState } {
  const trader = { ...traderState };
  const events: AccountEvent[] = [];
  while (!trader.ended && trader.nextAt <= untilMs) {
    const event = stepTrader(market, trader);
    if (event !== null) events.push(event);
  }
  return { events, traderState: trader };
}
