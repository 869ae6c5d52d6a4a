import { minuteMs } from '#lib/durations.ts';
import { contractKey } from '#shared/exchange/contract-month.ts';
import { tickCents } from '#shared/exchange/instruments.ts';
import { mondayOf } from '#shared/exchange/week.ts';
import { dayResultCents } from '../day-result.ts';
import { applyEvent } from '../engine.ts';
import { type AccountEvent, type AccountRules, type AccountState, type Fill, signedQuantity } from '../model.ts';
import { type DayFigures, findReachedLimit, limitsOn, nextWeekAt, type PersonalStop } from './personal-stop.ts';

export function openDayResultCents({ days, equityCents, balanceCents }: AccountState): number {
  return dayResultCents({ today: days.at(-1) ?? null, equityCents, balanceCents });
}

/** Advances a trader’s limits over events. Events before the limits were set, and days that had reached one, don’t count. */
export function foldPersonalStop(
  rules: AccountRules,
  personalStop: PersonalStop,
  from: AccountState,
  events: readonly AccountEvent[],
): PersonalStop {
  let state = from;
  let stop = personalStop;
  for (const event of events) {
    state = applyEvent(rules, state, event);
    if (event.type === 'reset') stop = withoutBest(stop);
    if (event.at >= personalStop.since) stop = advancePersonalStop(stop, state, event.at, null);
  }
  return stop;
}

/** A reset account begins again, and hasn't lost what it had won before. */
function withoutBest({ best, ...stop }: PersonalStop): PersonalStop {
  return stop;
}

/** The trader's limits after a state: with the limit that it newly reaches. @param closed the day's trades; null if they weren’t read */
export function advancePersonalStop(
  personalStop: PersonalStop,
  state: AccountState,
  at: number,
  closed: readonly ClosedTrade[] | null,
): PersonalStop {
  const today = state.days.at(-1);
  if (state.status !== 'active' || today === undefined || today.closed) return personalStop;
  const { day } = today;
  const limits = limitsOn(personalStop, day);
  const figures = figuresOf(personalStop, state, closed);
  const { best } = personalStop;
  const isBest = limits.giveBackCents !== null && (best?.day !== day || best.cents !== figures.bestCents);
  const stop = isBest ? { ...personalStop, best: { day, cents: figures.bestCents } } : personalStop;
  const reached = findReachedLimit(limits, figures);
  if (reached === null) return stop;
  const lock = { ...reached, at, day };
  if (reached.kind !== 'week-loss' && reached.kind !== 'losing-trades')
    return stop.reached !== null && stop.reached.day >= day ? stop : { ...stop, reached: lock };
  const until = reached.kind === 'week-loss' ? nextWeekAt(day) : at + (limits.losingTrades?.minutes ?? 0) * minuteMs;
  return stop.pause !== undefined && stop.pause.until >= until ? stop : { ...stop, pause: { ...lock, until } };
}

/** What a trader's limits are compared with. @param closed the day's trades; null if they weren’t read */
export function figuresOf(
  { pause, best }: PersonalStop,
  state: AccountState,
  closed: readonly ClosedTrade[] | null,
): DayFigures {
  const resultCents = openDayResultCents(state);
  const day = state.days.at(-1)?.day;
  const week = state.days.filter((each) => day !== undefined && each.day < day && mondayOf(each.day) === mondayOf(day));
  // After a lock the count starts again; what closed during it was closed by the lock.
  const counted = closed?.filter(({ at }) => pause === undefined || at > pause.until) ?? null;
  return {
    resultCents,
    bestCents: best !== undefined && best.day === day ? Math.max(best.cents, resultCents) : resultCents,
    weekResultCents: week.reduce((sum, { profitCents }) => sum + profitCents, resultCents),
    trades: closed?.length ?? null,
    losingTrades:
      counted === null ? null : counted.length - 1 - counted.findLastIndex(({ resultCents: cents }) => cents >= 0),
  };
}

/** A trade from flat to flat in one contract. */
export type ClosedTrade = { readonly at: number; readonly resultCents: number };

/**
 * The trades that a day’s fills closed, fees included; a reversal closes one. The positions before the fills are derived
 * from those after them, and count from the first fill's price.
 */
export function closedTradesOf(fills: readonly Fill[], positionsAfter: AccountState['positions']): ClosedTrade[] {
  const held = new Map(positionsAfter.map((each) => [contractKey(each), each.quantity]));
  for (const fill of fills) held.set(contractKey(fill), (held.get(contractKey(fill)) ?? 0) - signedQuantity(fill));
  const open = new Map<string, { ticks: number; feeCents: number }>();
  const closed: ClosedTrade[] = [];
  for (const fill of fills) {
    const { instrument, priceTicks, feeCents, at } = fill;
    const key = contractKey(fill);
    const before = held.get(key) ?? 0;
    const after = before + signedQuantity(fill);
    const { ticks, feeCents: paidCents } = open.get(key) ?? { ticks: -before * priceTicks, feeCents: 0 };
    const closes = before !== 0 && before * after <= 0;
    const result = ticks - (closes ? -before : signedQuantity(fill)) * priceTicks;
    if (closes) closed.push({ at, resultCents: tickCents(instrument, result) - paidCents - feeCents });
    held.set(key, after);
    open.set(
      key,
      closes ? { ticks: -after * priceTicks, feeCents: 0 } : { ticks: result, feeCents: paidCents + feeCents },
    );
  }
  return closed;
}
