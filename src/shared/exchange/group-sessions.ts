import { chicagoTime, type DateNumber, formatDate, isWeekend } from './chicago.ts';
import { aroundTheClock, regularCloses } from './exchange-calendar.ts';
import { holidays } from './holidays.ts';
import type { SessionGroup } from './instruments.ts';
import { boundaryMinutes, hasSession, sessionDateOf } from './trading-day.ts';

/** A period of uninterrupted trading; `closesAt` is exclusive. */
export type TradingSession = { readonly opensAt: number; readonly closesAt: number };

const dayMinutes = 24 * 60;
/** The evening before, in minutes relative to the date's midnight in Chicago. */
const evening = boundaryMinutes - dayMinutes;
const morning = 8 * 60 + 30;
const close = Number.POSITIVE_INFINITY;

/** Start and end of each session. The regular or the holiday close cuts off the rest. */
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

type AroundTheClock = { readonly since: string; readonly pause: readonly [from: number, until: number] };
const continuous: Readonly<Partial<Record<SessionGroup, AroundTheClock>>> = aroundTheClock;

type CachedSessions = { readonly from: number; readonly until: number; readonly sessions: TradingSession[] };

const recent = new Map<SessionGroup, CachedSessions>();

/**
 * The group's session at a time, within the 24 hours until 17:00; null while it is closed. Cached, so that repeated calls
 * for a day are cheap.
 */
export function findTradingSession(group: SessionGroup, atMs: number): TradingSession | null {
  return (
    sessionsAround(group, atMs).sessions.find(({ opensAt, closesAt }) => atMs >= opensAt && atMs < closesAt) ?? null
  );
}

/** The group's sessions between two times, clipped to them, in order. */
export function listTradingSessions(group: SessionGroup, fromMs: number, toMs: number): readonly TradingSession[] {
  const found: TradingSession[] = [];
  for (let atMs = fromMs; atMs < toMs; ) {
    const { until, sessions } = sessionsAround(group, atMs);
    for (const { opensAt, closesAt } of sessions) {
      const clipped = { opensAt: Math.max(opensAt, fromMs), closesAt: Math.min(closesAt, toMs) };
      if (clipped.opensAt >= clipped.closesAt) continue;
      const last = found.at(-1);
      if (last?.closesAt === clipped.opensAt) found[found.length - 1] = { ...last, closesAt: clipped.closesAt };
      else found.push(clipped);
    }
    atMs = until;
  }
  return found;
}

/** The sessions of the 24 hours ending at 17:00 Chicago time that contain a time. */
function sessionsAround(group: SessionGroup, atMs: number): CachedSessions {
  const known = recent.get(group);
  if (known && atMs >= known.from && atMs < known.until) return known;
  const date = sessionDateOf(atMs);
  const found: CachedSessions = {
    from: at(date, evening),
    until: at(date + 1, evening),
    sessions: sessionsOn(group, date),
  };
  recent.set(group, found);
  return found;
}

function sessionsOn(group: SessionGroup, date: DateNumber): TradingSession[] {
  const isUsual = hasSession(date);
  const always = continuous[group];
  if (always && formatDate(date) >= always.since) return sessionsAroundTheClock(date, always);
  if (!isUsual) return [];
  const holiday = holidays.get(formatDate(date));
  const closeMinutes = holiday === undefined ? regularCloses[group] : holiday.stops[group];
  if (closeMinutes === null) return [];
  return hours[group]
    .filter(([from]) => from < closeMinutes)
    .map(([from, until]) => ({ opensAt: at(date, from), closesAt: at(date, Math.min(until, closeMinutes)) }));
}

function sessionsAroundTheClock(date: DateNumber, { pause: [from, until] }: AroundTheClock): TradingSession[] {
  const whole = { opensAt: at(date, evening), closesAt: at(date, boundaryMinutes) };
  if (!isWeekend(date) || !isWeekend(date + 1)) return [whole];
  return [
    { ...whole, closesAt: at(date, from) },
    { ...whole, opensAt: at(date, until) },
  ];
}

function at(date: DateNumber, minutes: number): number {
  return minutes < 0 ? chicagoTime(date - 1, minutes + dayMinutes) : chicagoTime(date, minutes);
}
