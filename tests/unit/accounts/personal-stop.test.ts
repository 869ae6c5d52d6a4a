import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayMs, hourMs } from '#lib/durations.ts';
import type { Fill } from '#shared/accounts/model.ts';
import { closedTradesOf } from '#shared/accounts/personal-stop/day-figures.ts';
import {
  changePersonalStop,
  findPersonalStopLock,
  isPeriod,
  isWithinHours,
  limitsOn,
  lockOf,
  noLimits,
  noPersonalStop,
  type PersonalStopLimits,
} from '#shared/accounts/personal-stop/personal-stop.ts';
import { resultDayOf } from '#shared/exchange/trading-day.ts';

/** Wednesday, March 11, 2026, 10:00 in Chicago. */
const wednesday = Date.parse('2026-03-11T15:00:00Z');
const loss = (lossCents: number | null): PersonalStopLimits => ({ ...noLimits, lossCents });

describe('a trader’s personal daily stop', () => {
  test('applies at once if it is tighter, and from the next week if it is looser or removed', () => {
    const set = changePersonalStop(noPersonalStop, loss(50_000), wednesday);
    expect(limitsOn(set, resultDayOf(wednesday))).toEqual(loss(50_000));
    const looser = changePersonalStop(set, loss(80_000), wednesday + hourMs);
    expect(limitsOn(looser, resultDayOf(wednesday))).toEqual(loss(50_000));
    expect(looser.pending).toEqual({ limits: loss(80_000), from: '2026-03-16' });
    const tighter = changePersonalStop(looser, loss(30_000), wednesday + 2 * hourMs);
    expect(tighter).toMatchObject({ limits: loss(30_000), pending: null });
    const removed = changePersonalStop(tighter, noLimits, wednesday + 3 * hourMs);
    expect(limitsOn(removed, resultDayOf(wednesday))).toEqual(loss(30_000));
    // Monday's trading day begins on Sunday at 17:00 in Chicago, which is 22:00 UTC in summer.
    expect(limitsOn(removed, resultDayOf(Date.parse('2026-03-13T20:59:00Z')))).toEqual(loss(30_000));
    expect(limitsOn(removed, resultDayOf(Date.parse('2026-03-15T22:00:00Z')))).toEqual(noLimits);
  });

  test('keeps away from a release for as long before as after, by the Fed’s own calendar', () => {
    // Statements come at 2 p.m. Eastern on the second day: December 9, 2026 in winter, June 9, 2027 in summer.
    const [winter, summer] = [Date.parse('2026-12-09T14:00:00-05:00'), Date.parse('2027-06-09T14:00:00-04:00')];
    const set = changePersonalStop(noPersonalStop, { ...noLimits, newsMinutes: 5 }, winter - dayMs);
    const isOpen = (at: number) => isWithinHours(set, at);
    for (const at of [winter, summer])
      expect([-300_000, -299_999, 0, 299_999, 300_000].map((ms) => isOpen(at + ms))).toEqual([
        ...[true, false, false, false, true],
      ]);
    const longer = changePersonalStop(set, { ...noLimits, newsMinutes: 10 }, winter - dayMs);
    expect([longer.limits.newsMinutes, longer.pending]).toEqual([10, null]);
    const shorter = changePersonalStop(longer, { ...noLimits, newsMinutes: 1 }, winter - dayMs);
    expect([shorter.limits.newsMinutes, shorter.pending?.from]).toEqual([10, '2026-12-14']);
  });

  test('never loosens within a week, whatever the sequence of changes', () => {
    const limit = fc.option(fc.integer({ min: 1, max: 20 }), { nil: null });
    const limits = fc
      .record({ lossCents: limit, profitCents: limit, trades: limit, weekLossCents: limit, maxContracts: limit })
      .map((each) => ({ ...noLimits, ...each }));
    const changes = fc.array(fc.record({ limits, afterMs: fc.integer({ min: 1, max: 90 * hourMs }) }), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(changes, (sequence) => {
        let personalStop = noPersonalStop;
        let now = wednesday;
        for (const { limits: requested, afterMs } of sequence) {
          const before = personalStop;
          now += afterMs;
          const day = resultDayOf(now);
          personalStop = changePersonalStop(before, requested, now);
          const [was, is] = [limitsOn(before, day), limitsOn(personalStop, day)];
          for (const key of ['lossCents', 'profitCents', 'trades', 'weekLossCents', 'maxContracts'] as const) {
            const [left, right] = [was[key], is[key]];
            if (left !== null) expect(right).not.toBeNull();
            if (left !== null && right !== null) expect(right).toBeLessThanOrEqual(left);
            if (requested[key] !== null) expect(right).toBeLessThanOrEqual(requested[key]);
          }
          // The latest request applies from the next week on. After a Friday's close, that is ten days later.
          expect(limitsOn(personalStop, resultDayOf(now + 10 * dayMs))).toEqual(requested);
        }
      }),
    );
  });

  test('locks until the next session opens', () => {
    const reached = { kind: 'loss', at: wednesday, day: resultDayOf(wednesday), limit: 50_000 } as const;
    const personalStop = { ...noPersonalStop, reached };
    // Wednesday 17:00 in Chicago is 22:00 UTC.
    const opens = Date.parse('2026-03-11T22:00:00Z');
    expect(findPersonalStopLock(personalStop, opens - 1)).toEqual({ ...reached, until: opens });
    expect(findPersonalStopLock(personalStop, opens)).toBeNull();
    expect(findPersonalStopLock(null, wednesday)).toBeNull();
  });
});

describe('own hours of 08:30 to 15:00 in Chicago', () => {
  const hours = { from: 8 * 60 + 30, until: 15 * 60 };
  const set = changePersonalStop(noPersonalStop, { ...noLimits, hours }, wednesday);
  const isOpenAt = (time: string) => isWithinHours(set, Date.parse(`2026-03-11T${time}:00Z`));

  test('let positions be opened only between them, on the clock of Chicago in summer and winter', () => {
    // 08:30 in Chicago is 13:30 UTC in summer, 14:30 in winter.
    expect(['13:29', '13:30', '19:59', '20:00'].map(isOpenAt)).toEqual([false, true, true, false]);
    expect(isWithinHours(set, Date.parse('2026-01-14T14:29:00Z'))).toBe(false);
    expect(isWithinHours(set, Date.parse('2026-01-14T14:30:00Z'))).toBe(true);
    expect(isWithinHours(null, wednesday)).toBe(true);
  });

  test('may run over midnight but not over 17:00, when the trading day ends', () => {
    expect(isPeriod({ from: 18 * 60, until: 2 * 60 })).toBe(true);
    expect(isPeriod({ from: 16 * 60, until: 18 * 60 })).toBe(false);
    expect(isPeriod({ from: 600, until: 600 })).toBe(false);
    expect(isPeriod({ from: 8 * 60, until: 17 * 60 })).toBe(true);
  });

  test('are shortened at once and lengthened from the next week', () => {
    const shorter = { from: 9 * 60, until: 16 * 60 };
    const changed = changePersonalStop(set, { ...noLimits, hours: shorter }, wednesday);
    expect(changed.limits.hours).toEqual({ from: 9 * 60, until: 15 * 60 });
    expect(changed.pending).toMatchObject({ limits: { hours: shorter }, from: '2026-03-16' });
  });
});

describe('locking oneself out', () => {
  test.each([
    ['15', '2026-03-11T15:15:00Z'],
    ['60', '2026-03-11T16:00:00Z'],
    ['session', '2026-03-11T22:00:00Z'],
    ['week', '2026-03-15T22:00:00Z'],
  ] as const)('for %s lasts until %s', (period, until) => {
    expect(lockOf(period, wednesday)).toMatchObject({ kind: 'self', until: Date.parse(until) });
  });

  test('of two locks, the one that ends last counts', () => {
    const reached = { kind: 'loss', at: wednesday, day: resultDayOf(wednesday), limit: 50_000 } as const;
    const short = { ...noPersonalStop, reached, pause: lockOf('15', wednesday) };
    expect(findPersonalStopLock(short, wednesday)?.kind).toBe('loss');
    expect(findPersonalStopLock({ ...short, pause: lockOf('week', wednesday) }, wednesday)?.kind).toBe('self');
  });
});

describe('closed trades of a day', () => {
  const fill = (side: Fill['side'], quantity: number, instrument: Fill['instrument'] = 'ES', priceTicks = 0) => {
    const contract = { instrument, month: '2026-12' } as Pick<Fill, 'instrument' | 'month'>;
    return { type: 'fill', at: wednesday, ...contract, side, quantity, priceTicks, feeCents: 200 } as Fill;
  };
  const held = (quantity: number) =>
    [{ instrument: 'ES', month: '2026-12', quantity, costTicks: 0, lastPriceTicks: 0, lots: [] }] as never;

  test('run from flat to flat, so a reversal closes one trade and partial exits close none', () => {
    expect(closedTradesOf([fill('buy', 2), fill('sell', 1), fill('sell', 1)], [])).toHaveLength(1);
    expect(closedTradesOf([fill('buy', 1), fill('sell', 3)], held(-2))).toHaveLength(1);
    expect(
      closedTradesOf([fill('buy', 1), fill('buy', 1, 'NQ'), fill('sell', 1)], [
        { ...(held(1) as { quantity: number }[])[0], instrument: 'NQ' },
      ] as never),
    ).toHaveLength(1);
  });

  test('include a trade opened the day before', () => {
    expect(closedTradesOf([fill('sell', 1)], [])).toHaveLength(1);
    expect(closedTradesOf([fill('sell', 1)], held(1))).toHaveLength(0);
  });

  test('have a result by the tick value of $12.50, less both fees', () => {
    const trades = [fill('buy', 1, 'ES', 20_000), fill('sell', 3, 'ES', 20_010), fill('buy', 2, 'ES', 20_011)];
    // +10 ticks of one contract and −1 tick of two; $2 a fill, the reversal's with the trade that it closes.
    expect(closedTradesOf(trades, []).map(({ resultCents }) => resultCents)).toEqual([12_100, -2_700]);
  });
});
