import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AccountEvent, AccountRules } from '#shared/accounts/model.ts';
import { pruneMarks } from '#shared/accounts/prune-marks.ts';
import { adjust, at, buy, close, dayTrade, entryTicks, mark, played, reset, sell, trailing } from '../support.ts';

const days = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'] as const;
const [monday, tuesday, wednesday, thursday] = days;
const funded: AccountRules = { ...trailing, targetCents: null };
const intraday: AccountRules = { ...funded, drawdown: { mode: 'intraday', maxLossCents: 200_000, lock: null } };

const payout = (when: number, amountCents: number, payoutId = 'first') => ({
  ...adjust(when, amountCents, 'payout'),
  payoutId,
});

describe('a payout that comes back', () => {
  test('raises the mark to the highest close since it left: 50,900 + 500 = 51,400', () => {
    const state = played(
      funded,
      dayTrade(monday, 1_000),
      close(monday),
      payout(at(tuesday, '09:00'), -50_000),
      dayTrade(tuesday, 400),
      close(tuesday),
      payout(at(wednesday, '09:00'), 50_000),
    );
    expect(state).toMatchObject({ balanceCents: 5_140_000, highWaterMarkCents: 5_140_000, floorCents: 4_940_000 });
  });

  test('a loss after that highest close doesn’t lower it: 50,900 + 500, not 50,300 + 500', () => {
    const state = played(
      funded,
      dayTrade(monday, 1_000),
      close(monday),
      payout(at(tuesday, '09:00'), -50_000),
      dayTrade(tuesday, 400),
      close(tuesday),
      dayTrade(wednesday, -600),
      close(wednesday),
      payout(at(thursday, '09:00'), 50_000),
    );
    expect(state).toMatchObject({ balanceCents: 5_080_000, highWaterMarkCents: 5_140_000, floorCents: 4_940_000 });
  });

  test('before the next close it changes nothing', () => {
    const state = played(
      funded,
      dayTrade(monday, 1_000),
      close(monday),
      payout(at(tuesday, '09:00'), -50_000),
      payout(at(tuesday, '09:30'), 50_000),
    );
    expect(state).toMatchObject({ highWaterMarkCents: 5_100_000, floorCents: 4_900_000, payoutDebits: [] });
  });

  test('a paid one can come back while the next is out: each counts only for the closes that missed it', () => {
    const state = played(
      funded,
      dayTrade(monday, 1_000),
      close(monday),
      payout(at(tuesday, '09:00'), -30_000),
      dayTrade(tuesday, 100),
      close(tuesday),
      payout(at(wednesday, '09:00'), -20_000, 'second'),
      dayTrade(wednesday, 100),
      close(wednesday),
      // Closes were 50,800 and 50,700. Without the first: 51,100 and 51,000. Without both: 51,100 and 51,200.
      payout(at(thursday, '09:00'), 30_000),
    );
    expect(state).toMatchObject({ balanceCents: 5_100_000, highWaterMarkCents: 5_110_000 });
    const both = played(
      funded,
      dayTrade(monday, 1_000),
      close(monday),
      payout(at(tuesday, '09:00'), -30_000),
      dayTrade(tuesday, 100),
      close(tuesday),
      payout(at(wednesday, '09:00'), -20_000, 'second'),
      dayTrade(wednesday, 100),
      close(wednesday),
      payout(at(thursday, '09:00'), 30_000),
      payout(at(thursday, '09:01'), 20_000, 'second'),
    );
    expect(both).toMatchObject({ balanceCents: 5_120_000, highWaterMarkCents: 5_120_000 });
  });

  test('one that the platform paid and took back by itself is matched by its amount', () => {
    const state = played(
      funded,
      dayTrade(monday, 1_000),
      close(monday),
      adjust(at(tuesday, '09:00'), -50_000, 'payout'),
      dayTrade(tuesday, 400),
      close(tuesday),
      adjust(at(wednesday, '09:00'), 50_000, 'payout'),
    );
    expect(state).toMatchObject({ highWaterMarkCents: 5_140_000 });
  });

  test('money from before a reset raises nothing', () => {
    const state = played(
      funded,
      dayTrade(monday, 1_000),
      close(monday),
      payout(at(tuesday, '09:00'), -50_000),
      dayTrade(tuesday, 400),
      close(tuesday),
      reset(at(wednesday, '09:00')),
      payout(at(wednesday, '09:01'), 50_000),
    );
    expect(state).toMatchObject({ highWaterMarkCents: 5_000_000, floorCents: 4_800_000 });
  });

  test('an intraday mark counts the highest equity since it left, and pruning keeps the price that made it', () => {
    const events: AccountEvent[] = [
      ...dayTrade(monday, 1_000),
      close(monday),
      payout(at(tuesday, '09:00'), -50_000),
      buy(at(tuesday, '10:00'), entryTicks),
      mark(at(tuesday, '10:10'), entryTicks + 24),
      mark(at(tuesday, '10:20'), entryTicks + 8),
      mark(at(tuesday, '10:30'), entryTicks + 16),
      sell(at(tuesday, '10:40'), entryTicks),
    ];
    // 50,500 + 24 ticks of 12.50, plus the 500.
    const back = payout(at(wednesday, '09:00'), 50_000);
    expect(played(intraday, ...events, back)).toMatchObject({ balanceCents: 5_100_000, highWaterMarkCents: 5_130_000 });
    const { prunable } = pruneMarks(intraday, played(intraday), events);
    const kept = events.filter((_, index) => !prunable.includes(index));
    expect(kept.length).toBeLessThan(events.length);
    expect(played(intraday, ...kept, back)).toMatchObject({ highWaterMarkCents: 5_130_000 });
  });
});

test.each([
  ['end-of-day', funded],
  ['intraday', intraday],
])('with %s drawdown, payouts that come back leave mark and floor as if they had never been requested', (_, rules) => {
  const out = fc.record({ amount: fc.integer({ min: 1, max: 900 }), from: fc.nat(4), nights: fc.nat(4) });
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -60, max: 120 }), { minLength: 5, maxLength: 5 }),
      out,
      out,
      (ticks, a, b) => {
        const trades = days.flatMap((day, index) => [
          buy(at(day, '10:00'), entryTicks),
          sell(at(day, '11:00'), entryTicks + (ticks[index] ?? 0)),
          close(day),
        ]);
        const moves = [a, b].flatMap(({ amount, from, nights }, index) => [
          payout(at(days[from] ?? monday, `09:0${index}`), -amount * 100, `${index}`),
          payout(at(days[Math.min(4, from + nights)] ?? monday, `09:1${index}`), amount * 100, `${index}`),
        ]);
        const start = {
          ...rules,
          startingBalanceCents: 10_000_000,
          drawdown: { ...rules.drawdown, maxLossCents: 900_000 },
        };
        const without = played(start as AccountRules, ...trades);
        const events = [...trades, ...moves].sort((left, right) => left.at - right.at);
        const { balanceCents, highWaterMarkCents, floorCents, payoutDebits } = played(start as AccountRules, ...events);
        expect({ balanceCents, highWaterMarkCents, floorCents, payoutDebits }).toEqual({
          balanceCents: without.balanceCents,
          highWaterMarkCents: without.highWaterMarkCents,
          floorCents: without.floorCents,
          payoutDebits: [],
        });
      },
    ),
    { numRuns: 400, seed: 7 },
  );
});
