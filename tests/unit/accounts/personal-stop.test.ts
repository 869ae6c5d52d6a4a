import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hourMs } from '#lib/durations.ts';
import type { Fill } from '#shared/accounts/model.ts';
import { countClosedTrades } from '#shared/accounts/personal-stop/day-figures.ts';
import {
  changePersonalStop,
  findPersonalStopLock,
  findReachedLimit,
  limitsOn,
  noLimits,
  noPersonalStop,
  type PersonalStopLimits,
} from '#shared/accounts/personal-stop/personal-stop.ts';
import { nextTradingDay, resultDayOf } from '#shared/exchange/trading-day.ts';

/** Wednesday, March 11, 2026, 10:00 in Chicago. */
const wednesday = Date.parse('2026-03-11T15:00:00Z');
const loss = (lossCents: number | null): PersonalStopLimits => ({ ...noLimits, lossCents });

describe('a trader’s personal daily stop', () => {
  test('applies at once if it is tighter, and from the next trading day if it is looser or removed', () => {
    const set = changePersonalStop(noPersonalStop, loss(50_000), wednesday);
    expect(limitsOn(set, resultDayOf(wednesday))).toEqual(loss(50_000));
    const looser = changePersonalStop(set, loss(80_000), wednesday + hourMs);
    expect(limitsOn(looser, resultDayOf(wednesday))).toEqual(loss(50_000));
    expect(looser.pending).toEqual({ limits: loss(80_000), from: '2026-03-12' });
    const tighter = changePersonalStop(looser, loss(30_000), wednesday + 2 * hourMs);
    expect(tighter).toMatchObject({ limits: loss(30_000), pending: null });
    const removed = changePersonalStop(tighter, noLimits, wednesday + 3 * hourMs);
    expect(limitsOn(removed, resultDayOf(wednesday))).toEqual(loss(30_000));
    // Thursday's trading day begins on Wednesday at 17:00 in Chicago.
    expect(limitsOn(removed, resultDayOf(wednesday + 7 * hourMs))).toEqual(noLimits);
  });

  test('skips the weekend, so a stop loosened on a Friday applies from Monday', () => {
    const friday = Date.parse('2026-03-13T15:00:00Z');
    const set = changePersonalStop(noPersonalStop, loss(50_000), friday);
    expect(changePersonalStop(set, noLimits, friday).pending?.from).toBe('2026-03-16');
  });

  test('never loosens within a day, whatever the sequence of changes', () => {
    const limit = fc.option(fc.integer({ min: 1, max: 20 }), { nil: null });
    const limits = fc.record({ lossCents: limit, profitCents: limit, trades: limit });
    const changes = fc.array(fc.record({ limits, afterMs: fc.integer({ min: 1, max: 9 * hourMs }) }), {
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
          for (const key of ['lossCents', 'profitCents', 'trades'] as const) {
            const [left, right] = [was[key], is[key]];
            if (left !== null) expect(right).not.toBeNull();
            if (left !== null && right !== null) expect(right).toBeLessThanOrEqual(left);
            if (requested[key] !== null) expect(right).toBeLessThanOrEqual(requested[key]);
          }
          // The latest request applies from the next day on.
          expect(limitsOn(personalStop, nextTradingDay(day))).toEqual(requested);
        }
      }),
    );
  });

  test('names the first limit reached, in the order loss, profit and trades', () => {
    const limits = { lossCents: 50_000, profitCents: 70_000, trades: 3 };
    expect(findReachedLimit(limits, { resultCents: -49_999, trades: 2 })).toBeNull();
    expect(findReachedLimit(limits, { resultCents: -50_000, trades: 3 })).toEqual({ kind: 'loss', limit: 50_000 });
    expect(findReachedLimit(limits, { resultCents: 70_000, trades: 0 })).toEqual({ kind: 'profit', limit: 70_000 });
    expect(findReachedLimit(limits, { resultCents: 0, trades: 3 })).toEqual({ kind: 'trades', limit: 3 });
    expect(findReachedLimit(limits, { resultCents: 0, trades: null })).toBeNull();
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

describe('closed trades of a day', () => {
  const fill = (side: Fill['side'], quantity: number, instrument: Fill['instrument'] = 'ES') => {
    const contract = { instrument, month: '2026-12' } as Pick<Fill, 'instrument' | 'month'>;
    return { ...contract, side, quantity };
  };
  const held = (quantity: number) =>
    [{ instrument: 'ES', month: '2026-12', quantity, costTicks: 0, lastPriceTicks: 0, lots: [] }] as never;

  test('run from flat to flat, so a reversal closes one trade and partial exits close none', () => {
    expect(countClosedTrades([fill('buy', 2), fill('sell', 1), fill('sell', 1)], [])).toBe(1);
    expect(countClosedTrades([fill('buy', 1), fill('sell', 3)], held(-2))).toBe(1);
    expect(
      countClosedTrades([fill('buy', 1), fill('buy', 1, 'NQ'), fill('sell', 1)], [
        { ...(held(1) as { quantity: number }[])[0], instrument: 'NQ' },
      ] as never),
    ).toBe(1);
  });

  test('include a trade opened the day before', () => {
    expect(countClosedTrades([fill('sell', 1)], [])).toBe(1);
    expect(countClosedTrades([fill('sell', 1)], held(1))).toBe(0);
  });
});
