import { describe, expect, test } from 'vitest';
import { replay } from '#shared/accounts/engine.ts';
import type { AccountEvent } from '#shared/accounts/model.ts';
import {
  advancePersonalStop,
  foldPersonalStop,
  openDayResultCents,
} from '#shared/accounts/personal-stop/day-figures.ts';
import {
  findReachedLimit,
  noLimits,
  noPersonalStop,
  type PersonalStop,
} from '#shared/accounts/personal-stop/personal-stop.ts';
import type { TradingDay } from '#shared/exchange/trading-day.ts';
import { isSanctionsListOld } from '#shared/payouts/payees/sanctions.ts';
import { at, buy, close, dayTrade, entryTicks, mark, played, reset, sell, trailing } from '../support.ts';

const monday = '2026-11-16' as TradingDay;
const tuesday = '2026-11-17' as TradingDay;
const start = replay(trailing, []);
/** A loss limit of $500 a day, set before all events. */
const personalStop: PersonalStop = { ...noPersonalStop, limits: { ...noLimits, lossCents: 50_000 } };
const reachedBy = (stop: PersonalStop, ...events: readonly (AccountEvent | readonly AccountEvent[])[]) =>
  foldPersonalStop(trailing, stop, start, events.flat()).reached;

describe('the result of the open day', () => {
  test('includes closed and open trades: −100 closed and 4 ticks behind is −150', () => {
    const state = played(
      trailing,
      dayTrade(monday, -100),
      buy(at(monday, '11:00'), entryTicks),
      mark(at(monday, '11:01'), entryTicks - 4),
    );
    expect(openDayResultCents(state)).toBe(-15_000);
  });

  test('restarts every day and is zero before the first day', () => {
    expect(openDayResultCents(played(trailing, dayTrade(monday, -100), close(monday), dayTrade(tuesday, 50)))).toBe(
      5_000,
    );
    expect(openDayResultCents(start)).toBe(0);
  });
});

describe('a trader’s personal daily stop of $500', () => {
  test('is reached by the price that takes the day to −$500, not by the price before', () => {
    const events = [
      buy(at(monday, '10:00'), entryTicks),
      mark(at(monday, '10:01'), entryTicks - 39),
      mark(at(monday, '10:02'), entryTicks - 40),
      mark(at(monday, '10:03'), entryTicks - 60),
    ];
    expect(reachedBy(personalStop, events)).toEqual({
      kind: 'loss',
      at: at(monday, '10:02'),
      day: monday,
      limit: 50_000,
    });
    expect(reachedBy(personalStop, events.slice(0, 2))).toBeNull();
  });

  test('is reached once a day, at the first event that meets it', () => {
    const both = [dayTrade(monday, -500), close(monday), dayTrade(tuesday, -600), dayTrade(tuesday, -100)];
    expect(reachedBy(personalStop, ...both)).toMatchObject({ day: tuesday, at: at(tuesday, '10:30') });
    const reached = { kind: 'loss', at: 1, day: tuesday, limit: 50_000 } as const;
    expect(reachedBy({ ...personalStop, reached }, ...both)).toBe(reached);
    expect(reachedBy({ ...personalStop, reached: { ...reached, day: monday } }, ...both)?.day).toBe(tuesday);
  });

  test('ignores events before it was set and applies from that moment', () => {
    const events = [...dayTrade(monday, -500)];
    expect(reachedBy({ ...personalStop, since: at(monday, '10:30') + 1 }, events)).toBeNull();
    expect(reachedBy({ ...personalStop, since: at(monday, '10:30') }, events)?.at).toBe(at(monday, '10:30'));
    // Earlier losses count together with later ones.
    const later = [...events, buy(at(monday, '11:00'), entryTicks), sell(at(monday, '11:05'), entryTicks)];
    expect(reachedBy({ ...personalStop, since: at(monday, '10:45') }, later)?.at).toBe(at(monday, '11:00'));
  });

  test('isn’t reached on a closed day, without a day or on an inactive account', () => {
    const lost = dayTrade(monday, -500);
    const check = (...events: readonly (AccountEvent | readonly AccountEvent[])[]) =>
      advancePersonalStop(personalStop, played(trailing, ...events), at(monday, '12:00'), null).reached;
    expect(check(lost)).toEqual({ kind: 'loss', at: at(monday, '12:00'), day: monday, limit: 50_000 });
    expect(check(lost, close(monday))).toBeNull();
    expect(check([])).toBeNull();
    expect(check(dayTrade(monday, -2_500))).toBeNull();
  });
});

test('a fall from the day’s best of $300 counts from the best since the last reset', () => {
  const stop: PersonalStop = { ...noPersonalStop, limits: { ...noLimits, giveBackCents: 30_000 } };
  const won = dayTrade(monday, 500);
  const lost = [buy(at(monday, '11:00'), entryTicks), mark(at(monday, '11:01'), entryTicks - 24)];
  expect(reachedBy(stop, won, lost)).toMatchObject({ kind: 'give-back', at: at(monday, '11:01') });
  const little = [buy(at(monday, '11:00'), entryTicks), mark(at(monday, '11:01'), entryTicks - 4)];
  expect(reachedBy(stop, won, reset(at(monday, '10:45')), little)).toBeNull();
});

test('the loss is named first if several limits are reached, and an uncounted or unset limit is never reached', () => {
  const all = { ...noLimits, lossCents: 50_000, profitCents: 30_000, trades: 3 };
  const day = { bestCents: 0, weekResultCents: 0, losingTrades: null };
  expect(findReachedLimit(all, { ...day, resultCents: -50_000, trades: 3 })).toEqual({ kind: 'loss', limit: 50_000 });
  expect(findReachedLimit(all, { ...day, resultCents: 30_000, trades: 3 })).toEqual({ kind: 'profit', limit: 30_000 });
  expect(findReachedLimit(all, { ...day, resultCents: 0, trades: 3 })).toEqual({ kind: 'trades', limit: 3 });
  expect(findReachedLimit(all, { ...day, resultCents: 0, trades: null })).toBeNull();
  expect(findReachedLimit(noLimits, { ...day, resultCents: 0, trades: 0 })).toBeNull();
  expect(findReachedLimit({ ...noLimits, trades: 0 }, { ...day, resultCents: 0, trades: null })).toBeNull();
});

describe('the sanctions list', () => {
  const now = Date.UTC(2026, 10, 18, 12);

  test.each([
    ['is still current after exactly eight days', ['2026-11-10T12:00:00Z'], false],
    ['is too old a second later', ['2026-11-10T11:59:59Z'], true],
    ['is too old if one source is too old', ['2026-11-18', '2026-11-01'], true],
    ['is too old if a source has no date', ['2026-11-18', null], true],
    ['is current if it is from this week', ['2026-11-18', '2026-11-16'], false],
    ['is too old without any source', [], true],
  ])('%s', (_, dates, isOld) => {
    const sources = dates.map((date) => ({ date }));
    expect(isSanctionsListOld(sources, now)).toBe(isOld);
  });
});
