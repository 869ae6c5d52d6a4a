import { hourMs, minuteMs } from '#lib/durations.ts';
import { createState, replay } from '#shared/accounts/engine.ts';
import type { AccountEvent, AccountRules, AccountState } from '#shared/accounts/model.ts';
import { nextEvents, startTrader } from '#shared/accounts/simulated-trader/next-events.ts';
import type { TraderState } from '#shared/accounts/simulated-trader/trader-state.ts';
import {
  nextTradingDay,
  previousTradingDay,
  sessionCloseAt,
  sessionOpenAt,
  type TradingDay,
  tradingDayOf,
  tradingDaysBefore,
} from '#shared/exchange/trading-day.ts';
import { type Market, simulatedHours } from '#shared/trading/index.ts';
import { type SimulationResult, settle } from './simulator/simulate.ts';

const soonMs = 5_000;

/** An account of the demo: the market, its rules and the time until which it has been traded. */
export type Scene = { readonly market: Market; readonly rules: AccountRules; readonly now: number };

export type History = SimulationResult & { readonly openedAt: Date; readonly passed: boolean };

/** Past marks are a minute apart, like the chart's points; live ones come every second. */
const past = { markEveryMs: minuteMs, hours: 'exchange' } as const;
const live = { markEveryMs: 1_000, hours: simulatedHours } as const;

/**
 * Some finished days and the current one. `dayShares` holds each finished day's target result as a share of the profit
 * target; the last entry is for the current day. Days that are meant to be won end with at least `minWinCents`.
 */
export function makeRunning(scene: Scene, seed: string, dayShares: readonly number[], minWinCents = 1): History {
  const wonDays = dayShares.slice(0, -1).map((share) => share >= clearShare);
  return findHistory(seed, (each) => {
    const history = playRunning(scene, each, dayShares);
    const { status, days } = stateAfter(scene.rules, history);
    const isAsMeant = wonDays.every((isWon, index) => !isWon || (days[index]?.profitCents ?? 0) >= minWinCents);
    return status === 'active' && isAsMeant ? history : null;
  });
}

function playRunning({ market, rules, now }: Scene, seed: string, dayShares: readonly number[]): History {
  const target = rules.targetCents ?? rules.startingBalanceCents / 20;
  const today = tradedDay(now);
  const days = tradingDaysBefore(today, dayShares.length - 1);
  const firstDay = days[0] ?? today;
  let trader = startTrader({ seed, rules, startAt: sessionOpenAt(firstDay), scenario: 'passes', ...past });
  const events: AccountEvent[] = [];
  for (const [index, share] of dayShares.entries()) {
    const day = days[index];
    trader = { ...trader, dayGoalCents: Math.round(target * share) };
    if (day === undefined) trader = startToday(trader, today, now);
    const played = nextEvents(market, trader, day === undefined ? now : sessionCloseAt(day));
    events.push(...played.events);
    trader = played.traderState;
  }
  const settled = settle(market, rules, createState(rules), 0, { trader: goLive(trader, now), events });
  return { ...settled, openedAt: new Date(sessionOpenAt(firstDay) + hourMs), passed: false };
}

/** Traded on one day, `daysAgo` days ago, and not since: its simulated trader has ended. */
export function makeInactive({ market, rules, now }: Scene, seed: string, daysAgo: number): History {
  const day = tradingDayOf(now - daysAgo * 24 * hourMs);
  const startAt = sessionOpenAt(day);
  const trader = startTrader({ seed, rules, startAt, scenario: 'passes', ...past });
  const { events, traderState } = nextEvents(market, trader, sessionCloseAt(day));
  const settled = settle(market, rules, createState(rules), 0, { trader: traderState, events });
  const ended = { ...settled.trader, ended: true };
  return { ...settled, trader: ended, openedAt: new Date(startAt - hourMs), passed: false };
}

/** Opened recently and trading since. */
export function makeFresh({ market, rules, now }: Scene, seed: string, minutes: number): History {
  const openedAt = now - minutes * minuteMs;
  const startAt = openedAt + 2 * minuteMs;
  const trader = startTrader({ seed, rules, startAt, scenario: 'passes', markEveryMs: minuteMs });
  const { events, traderState } = nextEvents(market, trader, now);
  const settled = settle(market, rules, createState(rules), 0, { trader: goLive(traderState, now), events });
  return { ...settled, openedAt: new Date(openedAt), passed: false };
}

/** Passed or breached within a few days, starting some trading days ago. */
export function makeEnded(scene: Scene, seed: string, scenario: 'passes' | 'fails', daysAgo: number): History {
  const { market, rules, now } = scene;
  const startAt = sessionOpenAt(tradingDaysBefore(tradedDay(now), daysAgo)[0] ?? tradedDay(now));
  return findHistory(seed, (each) => {
    const trader = startTrader({ seed: each, rules, startAt, scenario, ...past });
    const { events, traderState } = nextEvents(market, trader, now);
    const settled = settle(market, rules, createState(rules), 0, { trader: traderState, events });
    const history = { ...settled, openedAt: new Date(startAt + hourMs), passed: scenario === 'passes' };
    return stateAfter(rules, history).status === (scenario === 'passes' ? 'passed' : 'breached') ? history : null;
  });
}

const maxSeeds = 20;
/** From this share of the target on, a day is meant to be won whatever the market does. */
const clearShare = 0.1;

/** The history of the first seed that ends as it should: each installation's market moves differently. */
function findHistory(seed: string, play: (seed: string) => History | null): History {
  for (let attempt = 1; attempt <= maxSeeds; attempt += 1) {
    const history = play(attempt === 1 ? seed : `${seed}:${attempt}`);
    if (history) return history;
  }
  throw new Error(`none of ${maxSeeds} traders of the seed ${seed} ended as meant`);
}

function stateAfter(rules: AccountRules, { delivered }: History): AccountState {
  return replay(
    rules,
    delivered.map(({ event }) => event),
  );
}

/**
 * Starts the current day a few hours ago, or at its open if later. The day counts as half over, so that much of its
 * target is reached. Near the close it counts from the first trade: from later, the trader would seem far ahead of the
 * target and lose trade after trade.
 */
function startToday(trader: TraderState, today: TradingDay, now: number): TraderState {
  const startAt = Math.max(now - 6 * hourMs, sessionCloseAt(previousTradingDay(today)) + hourMs);
  const dayStartedAt = Math.min(startAt, 2 * now - sessionCloseAt(today));
  return { ...trader, ...live, markEveryMs: minuteMs, nextAt: startAt, dayStartedAt };
}

/** Marks every second from now on, and trades soon, so that a viewer sees movement immediately. */
function goLive(trader: TraderState, now: number): TraderState {
  return { ...trader, ...live, nextAt: Math.min(trader.nextAt, now + soonMs) };
}

/** The current trading day or, after its close, the next. */
function tradedDay(now: number): TradingDay {
  const day = tradingDayOf(now);
  return now < sessionCloseAt(day) ? day : nextTradingDay(day);
}
