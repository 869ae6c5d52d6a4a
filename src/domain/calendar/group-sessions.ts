import type { SessionGroup } from '../instrument/instruments.ts';
import { chicagoTime, type DateNumber, formatDate } from './chicago.ts';
import { regularCloses } from './exchange-calendar.ts';
import { holidays } from './holidays.ts';
import { boundaryMinutes, hasSession, sessionDateOf } from './trading-day.ts';

/** A stretch of uninterrupted trading; `closesAt` is the first moment after it. */
export type TradingSession = { readonly opensAt: number; readonly closesAt: number };

const dayMinutes = 24 * 60;
/** The evening before, as minutes after the date's midnight in Chicago. */
const evening = boundaryMinutes - dayMinutes;
const morning = 8 * 60 + 30;
const close = Number.POSITIVE_INFINITY;

/** From, until; the regular or the holiday's close ends whatever is left. */
const hours: Readonly<Record<SessionGroup, readonly (readonly [number, number])[]>> = {
  'equity-index': [[evening, close]],
  'rates-and-currencies': [[evening, close]],
  'energy-and-metals': [[evening, close]],
  grains: [
    [19 * 60 - dayMinutes, 7 * 60 + 45],
    [morning, close],
  ],
  livestock: [[morning, close]],
  crypto: [[evening, close]],
};

type Known = { readonly from: number; readonly until: number; readonly sessions: TradingSession[] };

const recent = new Map<SessionGroup, Known>();

/** The group's session at this time; null while it is closed. Repeated calls for one day cost a few comparisons. */
export function findSession(group: SessionGroup, atMs: number): TradingSession | null {
  return (
    sessionsAround(group, atMs).sessions.find(({ opensAt, closesAt }) => atMs >= opensAt && atMs < closesAt) ?? null
  );
}

/** The group's sessions between two times, cut to them, in order. */
export function listSessions(group: SessionGroup, fromMs: number, toMs: number): readonly TradingSession[] {
  const found: TradingSession[] = [];
  for (let atMs = fromMs; atMs < toMs; ) {
    const { until, sessions } = sessionsAround(group, atMs);
    for (const { opensAt, closesAt } of sessions) {
      const cut = { opensAt: Math.max(opensAt, fromMs), closesAt: Math.min(closesAt, toMs) };
      if (cut.opensAt < cut.closesAt) found.push(cut);
    }
    atMs = until;
  }
  return found;
}

/** The sessions of the 24 hours until 17:00 in Chicago that hold this time. */
function sessionsAround(group: SessionGroup, atMs: number): Known {
  const known = recent.get(group);
  if (known && atMs >= known.from && atMs < known.until) return known;
  const date = sessionDateOf(atMs);
  const found: Known = {
    from: at(date, evening),
    until: at(date + 1, evening),
    sessions: hasSession(date) ? sessionsOn(group, date) : [],
  };
  recent.set(group, found);
  return found;
}

function sessionsOn(group: SessionGroup, date: DateNumber): TradingSession[] {
  const holiday = holidays.get(formatDate(date));
  const stop = holiday === undefined ? regularCloses[group] : holiday.stops[group];
  if (stop === null) return [];
  return hours[group]
    .filter(([from]) => from < stop)
    .map(([from, until]) => ({ opensAt: at(date, from), closesAt: at(date, Math.min(until, stop)) }));
}

function at(date: DateNumber, minutes: number): number {
  return minutes < 0 ? chicagoTime(date - 1, minutes + dayMinutes) : chicagoTime(date, minutes);
}
