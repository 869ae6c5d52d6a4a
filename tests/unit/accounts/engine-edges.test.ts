import { describe, expect, test } from 'vitest';
import { dayResultCents } from '#shared/accounts/day-result.ts';
import { haltedInstruments, stopsAccount } from '#shared/accounts/halt.ts';
import { closesWithinPaidPeriod } from '#shared/accounts/inactivity.ts';
import type { AccountRules } from '#shared/accounts/model.ts';
import { nextBankDay } from '#shared/exchange/bank-days.ts';
import { adjust, at, buy, close, dayTrade, entryTicks, mark, played, trailing } from '../support.ts';

const daily: AccountRules = { ...trailing, dailyLoss: { mode: 'hard', limitCents: 150_000 } };

describe('a cash adjustment', () => {
  const noon = at('2026-11-10', '12:00');

  test('moves the day’s floor with it, and creates no floor for an account without one', () => {
    const traded = dayTrade('2026-11-10', 0);
    // A day that opened at $50,000 may fall by $1,500; a payout of $400 isn't part of that.
    expect(played(daily, traded).dailyFloorCents).toBe(4_850_000);
    expect(played(daily, traded, adjust(noon, -40_000)).dailyFloorCents).toBe(4_810_000);
    expect(played(trailing, traded, adjust(noon, -40_000)).dailyFloorCents).toBeNull();
  });

  test('moves no floor of a breached account', () => {
    const breached = played(daily, dayTrade('2026-11-10', -1_500), adjust(noon, 70_000));
    expect(breached).toMatchObject({ status: 'breached', balanceCents: 4_920_000, dailyFloorCents: 4_850_000 });
  });
});

describe('a day', () => {
  test('without a trade still closes the previous day, and isn’t kept once another day begins', () => {
    const closed = played(trailing, dayTrade('2026-11-09', 500), close('2026-11-10'));
    expect(closed.days.map((each) => [each.day, each.closed])).toEqual([
      ['2026-11-09', true],
      ['2026-11-10', true],
    ]);
    // The floor follows the close of the 9th although only the 10th's was reported.
    expect(closed.floorCents).toBe(4_850_000);
    const next = played(trailing, dayTrade('2026-11-09', 500), close('2026-11-10'), dayTrade('2026-11-11', 0));
    expect(next.days.map((each) => each.day)).toEqual(['2026-11-09', '2026-11-11']);
  });

  test('without a floor never causes a breach, even below zero', () => {
    const free: AccountRules = { ...trailing, drawdown: { mode: 'none' } };
    const opened = at('2026-11-10', '10:00');
    // 5 contracts, 1,000 ticks of $12.50: $62,500 of $50,000.
    const state = played(
      free,
      buy(opened, entryTicks, { quantity: 5 }),
      mark(at('2026-11-10', '10:05'), entryTicks - 1_000),
    );
    expect(state).toMatchObject({ status: 'active', equityCents: -1_250_000, breach: null });
  });

  test('lasts until its latest event, in whatever order events arrive', () => {
    const state = played(
      trailing,
      buy(at('2026-11-10', '10:30'), entryTicks),
      mark(at('2026-11-10', '10:00'), entryTicks + 1),
    );
    expect(state.lastEventAt).toBe(at('2026-11-10', '10:30'));
  });

  test.each([
    ['running', { profitCents: 30_000, closed: false }, 25_000],
    ['closed with a position still open', { profitCents: 30_000, closed: true }, -5_000],
    ['not started yet', null, -5_000],
  ])('that is %s counts its own result and the open result', (_, today, resultCents) => {
    expect(dayResultCents({ today, equityCents: 5_025_000, balanceCents: 5_030_000 })).toBe(resultCents);
  });
});

describe('a halt', () => {
  const account = { program: 'classic', platform: 'tidemark' };

  test.each([
    ['all', null, true],
    ['program', 'classic', true],
    ['program', 'merit', false],
    ['platform', 'tidemark', true],
    ['platform', 'classic', false],
    ['instrument', 'ES', false],
  ] as const)('of scope %s for %s stops the whole account: %s', (scope, value, stops) => {
    expect(stopsAccount({ scope, value }, account)).toBe(stops);
  });

  test('of instruments lists each once, in order', () => {
    const halts = [
      { scope: 'instrument', value: 'NQ' },
      { scope: 'instrument', value: 'ES' },
      { scope: 'instrument', value: 'NQ' },
      { scope: 'program', value: 'classic' },
      { scope: 'all', value: null },
    ] as const;
    expect(haltedInstruments(halts)).toEqual(['ES', 'NQ']);
  });
});

test('an account closes without another charge if it closes by the end of the paid period', () => {
  expect(
    [
      [99, 100],
      [100, 100],
      [101, 100],
      [null, 100],
    ].map(([closeAt, paidUntil]) => closesWithinPaidPeriod(closeAt ?? null, paidUntil ?? 0)),
  ).toEqual([true, true, false, false]);
});

test.each([
  ['Friday at 16:59', '2026-11-13', '16:59', '2026-11-13'],
  ['Friday at 17:00', '2026-11-13', '17:00', '2026-11-16'],
  ['Saturday', '2026-11-14', '09:00', '2026-11-16'],
  ['the evening before Thanksgiving', '2026-11-25', '18:00', '2026-11-27'],
])('a payment submitted on %s is made on the next bank day', (_, date, time, bankDay) => {
  expect(nextBankDay(at(date, time))).toBe(bankDay);
});
