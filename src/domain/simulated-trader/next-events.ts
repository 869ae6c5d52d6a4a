import { seedOf } from '../../lib/random.ts';
import type { AccountEvent } from '../account/events.ts';
import { nextTradingDay, sessionCloseAt, tradingDayOf } from '../calendar/trading-day.ts';
import type { InstrumentCode } from '../instrument/instruments.ts';
import type { AccountRules } from '../rules/types.ts';
import { startTicks } from './market.ts';
import { planTape, type Scenario } from './plan.ts';
import type { TapeState } from './trader-state.ts';
import { takeTurn } from './trade.ts';

export type TapeOptions = {
  /** The same seed, rules, start and scenario give the same tape. */
  readonly seed: string | number;
  readonly rules: AccountRules;
  readonly startAt: number;
  readonly scenario: Scenario;
  /** Default: the E-mini or Micro S&P 500, whichever fits the size of the account. */
  readonly instrument?: InstrumentCode;
  /** How far marks are apart while a position is open, in milliseconds: 1000 by default, a minute at most. */
  readonly markEveryMs?: number;
  /** `always` trades around the clock, closed market or not; `exchange` in the busy hours of each trading day. */
  readonly hours?: 'always' | 'exchange';
};

export function startTape(options: TapeOptions): TapeState {
  const { startAt } = options;
  const plan = planTape(options.rules, options.scenario, options.instrument ?? null);
  const current = tradingDayOf(startAt);
  const day = startAt < sessionCloseAt(current) ? current : nextTradingDay(current);
  return {
    plan,
    markEveryMs: Math.min(options.markEveryMs ?? 1_000, 60_000),
    hours: options.hours ?? 'always',
    random: seedOf(String(options.seed)),
    nextAt: startAt,
    priceTicks: startTicks(plan.instrument),
    day,
    dayStartedAt: startAt,
    dayClosesAt: sessionCloseAt(day),
    dayGoalCents: plan.dayGoalCents,
    dayResultCents: 0,
    resultCents: 0,
    trade: null,
    ended: false,
  };
}

/** All events up to and including `untilMs`, and the state to go on from. In one call or many: the same events. */
export function nextEvents(
  tapeState: TapeState,
  untilMs: number,
): { readonly events: readonly AccountEvent[]; readonly tapeState: TapeState } {
  const tape = { ...tapeState };
  const events: AccountEvent[] = [];
  while (!tape.ended && tape.nextAt <= untilMs) {
    const event = takeTurn(tape);
    if (event !== null) events.push(event);
  }
  return { events, tapeState: tape };
}

/** The same tape as an iterator. Without an end, except for an account that is lost. */
export function* createTape(options: TapeOptions): Generator<AccountEvent, void, undefined> {
  const tape = { ...startTape(options) };
  while (!tape.ended) {
    const event = takeTurn(tape);
    if (event !== null) yield event;
  }
}
