import { hourMs, minuteMs } from '#lib/durations.ts';
import { type Contract, frontMonthOf } from '#shared/exchange/contract-month.ts';
import { instruments, tickCents } from '#shared/exchange/instruments.ts';
import {
  sessionCloseAt,
  sessionOpenAt,
  type TradingDay,
  tradingDayOf,
  tradingDaysBefore,
} from '#shared/exchange/trading-day.ts';
import { frameMs, type Market } from '#shared/trading/index.ts';
import { advancePeriod, replay } from '../engine.ts';
import type { AccountEvent, AccountRules, AccountState, Fill } from '../model.ts';
import { findMaxContracts } from '../rules/contract-steps.ts';
import { findDailyFloor } from '../rules/daily-loss.ts';
import { closePositions } from './close-positions.ts';
import { findExit, getQuote } from './find-exit.ts';
import { planTrading } from './plan.ts';

const forcedOutcomes = ['passed', 'breached', 'locked'] as const;

export type ForcedOutcome = (typeof forcedOutcomes)[number];

const busyHours = 7.5;
/** Ten minutes of a winning day have a point on the account's chart. */
const markEveryMs = 10 * minuteMs;
const maxRoundTrips = 1_000;

/**
 * Generates trades at the market's prices that lead to an outcome; null if the rules or the state don't allow it. Losses
 * are traded now. A pass is traded on the days before the account's first day, because its own days can't be sped up.
 */
export function forceOutcome(
  market: Market,
  rules: AccountRules,
  state: AccountState,
  now: number,
  outcome: ForcedOutcome,
): readonly AccountEvent[] | null {
  const current = advancePeriod(rules, state, now);
  if (current.status !== 'active') return null;
  if (outcome === 'passed') return tradeToTarget(market, rules, current, now);
  return isPossible(rules, current, outcome) ? tradeDown(market, rules, current, now, outcome) : null;
}

export function possibleOutcomes(
  market: Market,
  rules: AccountRules,
  state: AccountState,
  now: number,
): readonly ForcedOutcome[] {
  return forcedOutcomes.filter((outcome) => forceOutcome(market, rules, state, now, outcome) !== null);
}

/** Whether losing leads to this outcome rather than to another one first. */
function isPossible(rules: AccountRules, state: AccountState, outcome: 'breached' | 'locked'): boolean {
  const { dailyLoss } = rules;
  const dailyCents = state.dailyFloorCents ?? findDailyFloor(rules, state.balanceCents);
  const maxCents = state.floorCents;
  const isDailyFirst = dailyCents !== null && (maxCents === null || dailyCents > maxCents);
  if (outcome === 'locked') return dailyLoss.mode === 'soft' && isDailyFirst;
  return isDailyFirst ? dailyLoss.mode === 'hard' : maxCents !== null;
}

/**
 * Closes open positions, then buys at the ask and sells at the bid, frame after frame up to now: each round trip loses
 * the spread and the fees.
 */
function tradeDown(
  market: Market,
  rules: AccountRules,
  state: AccountState,
  now: number,
  outcome: ForcedOutcome,
): readonly AccountEvent[] | null {
  const contract: Contract = { instrument: 'ES', month: frontMonthOf('ES', now) };
  const tripsAt = (at: number) => {
    const { bidTicks, askTicks } = getQuote(market, contract, at);
    const fill = (side: Fill['side'], priceTicks: number) =>
      fillOf(contract, findMaxContracts(rules, state), { side, priceTicks, at });
    return [fill('buy', askTicks), fill('sell', bidTicks)];
  };
  // How many it takes depends on the prices they meet, and those on when the first one is made.
  for (let count = 1; count <= maxRoundTrips; count += 1) {
    const timeOf = (index: number) => Math.max(now - (count - 1 - index) * frameMs, (state.lastEventAt ?? 0) + 1);
    const trips = Array.from({ length: count }, (_, index) => tripsAt(timeOf(index))).flat();
    const events = [...closePositions(market, state.positions, timeOf(0)), ...trips];
    const { status } = replay(rules, events, state);
    if (status === outcome) return events;
    if (status !== 'active') return null;
  }
  return null;
}

/** Wins on each of the days that the objectives require, twice as many as the best day's share needs. */
function tradeToTarget(
  market: Market,
  rules: AccountRules,
  state: AccountState,
  now: number,
): readonly AccountEvent[] | null {
  const { targetCents, consistencyBps, minimumDays } = rules;
  if (targetCents === null) return null;
  const count = Math.max(minimumDays, consistencyBps === null ? 2 : Math.ceil(20_000 / consistencyBps));
  const goalCents = Math.ceil(targetCents / count);
  const days = tradingDaysBefore(state.days[0]?.day ?? tradingDayOf(now), count);
  return days.flatMap((day) => tradeUp(market, rules, day, goalCents));
}

/** Trades until the day's goal is reached. Each trade risks at most what it wins, a unit of the trader's plan. */
function tradeUp(market: Market, rules: AccountRules, day: TradingDay, goalCents: number): readonly AccountEvent[] {
  const { instrument, quantity, unitCents } = planTrading(rules, 'passes', null);
  const centsPerTick = tickCents(instrument, quantity);
  const feesCents = 2 * instruments[instrument].feeCents * quantity;
  const closeAt = sessionCloseAt(day);
  const events: AccountEvent[] = [];
  let wonCents = 0;
  for (let at = Math.max(sessionOpenAt(day), closeAt - busyHours * hourMs); wonCents < goalCents; ) {
    const contract: Contract = { instrument, month: frontMonthOf(instrument, at) };
    const unit = Math.min(3 * unitCents, goalCents - wonCents);
    const ticks = Math.ceil((unit + feesCents) / centsPerTick);
    const exit = findExit(market, { contract, at, from: at + minuteMs, until: closeAt - 2 * minuteMs, ticks });
    const entry = getQuote(market, contract, at);
    const isLong = exit.side === 'buy';
    const entryTicks = isLong ? entry.askTicks : entry.bidTicks;
    const exitSide = isLong ? 'bidTicks' : 'askTicks';
    events.push(fillOf(contract, quantity, { side: exit.side, at, priceTicks: entryTicks }));
    for (let markAt = at + markEveryMs; markAt < exit.exitAt; markAt += markEveryMs) {
      const priceTicks = getQuote(market, contract, markAt)[exitSide];
      events.push({ type: 'mark', at: markAt, ...contract, priceTicks });
    }
    const priceTicks = getQuote(market, contract, exit.exitAt)[exitSide];
    events.push(fillOf(contract, quantity, { side: isLong ? 'sell' : 'buy', at: exit.exitAt, priceTicks }));
    wonCents += exit.ticks * centsPerTick - feesCents;
    at = exit.exitAt + minuteMs;
    if (at > closeAt - 5 * minuteMs) break;
  }
  return [...events, { type: 'day-close', at: closeAt, day }];
}

function fillOf(contract: Contract, quantity: number, terms: Pick<Fill, 'side' | 'at' | 'priceTicks'>): Fill {
  return {
    type: 'fill',
    ...contract,
    quantity,
    ...terms,
    feeCents: instruments[contract.instrument].feeCents * quantity,
  };
}
