import { describe, expect, test } from 'vitest';
import type { AccountEvent } from '#shared/accounts/events.ts';
import type { AccountRules } from '#shared/accounts/rules/types.ts';
import { type ForcedOutcome, forceOutcome, possibleOutcomes } from '#shared/accounts/simulated-trader/force-outcome.ts';
import { at, buy, dayTrade, mark, played, sell, trailing } from '../support.ts';

const thursday = '2026-11-19';
const now = at(thursday, '10:00');
const secondMs = 1_000;
const noFloor = { drawdown: { mode: 'none' } } as const;
const soft = (limitCents: number) => ({ dailyLoss: { mode: 'soft', limitCents } }) as const;
const hard = (limitCents: number) => ({ dailyLoss: { mode: 'hard', limitCents } }) as const;

function force(outcome: ForcedOutcome, rules: AccountRules = trailing, before: readonly AccountEvent[] = []) {
  return forceOutcome(rules, played(rules, before), now, outcome);
}

const lastPrice = (events: readonly AccountEvent[] | null) =>
  events?.flatMap((event) => ('priceTicks' in event ? [event.priceTicks] : [])).at(-1);

describe('a forced breach', () => {
  // $2,000 to the floor; 7 MES are $8.75 a tick, so 228.57 ticks: 229.
  const down = [23, 46, 69, 92, 115, 138, 161, 184, 207, 229].map((ticks) => 27_200 - ticks);

  test('buys 7 MES and falls to the floor in ten prices, one second apart, ending a second ago', () => {
    const contract = { instrument: 'MES', month: '2026-12' } as const;
    const deal = { type: 'fill', ...contract, quantity: 7, feeCents: 364 };
    expect(force('breached')).toEqual([
      { ...deal, side: 'buy', at: now - 11 * secondMs, priceTicks: 27_200 },
      ...down.map((priceTicks, index) => ({
        ...{ type: 'mark', at: now - (10 - index) * secondMs, ...contract, priceTicks },
      })),
      { ...deal, side: 'sell', at: now - secondMs, priceTicks: 26_971 },
    ]);
    expect(played(trailing, force('breached') ?? [])).toMatchObject({
      status: 'breached',
      breach: { rule: 'max-loss' },
    });
  });

  test('first closes open positions at their last price, never before the last event', () => {
    const open = [
      buy(now - 40_000, 27_000, { quantity: 2 }),
      sell(now - 30_000, 100_000, { instrument: 'NQ', quantity: 3 }),
      mark(now - 5_000, 27_004),
    ];
    const events = force('breached', trailing, open) ?? [];
    const startAt = now - 5_000 + 1;
    expect(events.slice(0, 3)).toEqual([
      sell(startAt, 27_004, { quantity: 2, feeCents: 2 * 204 }),
      buy(startAt, 100_000, { instrument: 'NQ', quantity: 3, feeCents: 3 * 204 }),
      expect.objectContaining({ at: startAt + secondMs, instrument: 'MES', side: 'buy' }),
    ]);
    // 2 ES are $100 ahead: $2,100 ÷ $8.75 = 240.
    expect(lastPrice(events)).toBe(27_200 - 240);
  });

  test('uses the daily floor if it comes first and is hard', () => {
    // $1,000 at risk is 3 MES at $3.75 a tick: 266.67.
    const rules = { ...trailing, ...hard(100_000) };
    expect(lastPrice(force('breached', rules))).toBe(27_200 - 267);
    expect(played(rules, force('breached', rules) ?? []).breach?.rule).toBe('daily-loss');
    expect(lastPrice(force('breached', { ...rules, ...noFloor }))).toBe(27_200 - 267);
  });

  test('uses the account’s floor if that comes first or the daily limit is soft', () => {
    expect(lastPrice(force('breached', { ...trailing, ...hard(300_000) }))).toBe(27_200 - 229);
    // $2,000 at $3.75 a tick: 533.33.
    expect(lastPrice(force('breached', { ...trailing, ...soft(100_000) }))).toBe(27_200 - 534);
  });
});

describe('a forced lock', () => {
  test('falls to the soft daily floor, which is measured from the balance at the start of the day', () => {
    const rules = { ...trailing, ...soft(100_000) };
    expect(lastPrice(force('locked', rules))).toBe(27_200 - 267);
    expect(played(rules, force('locked', rules) ?? []).status).toBe('locked');
    // $500 lost today leaves $500: 133.33 ticks.
    const lost = dayTrade(thursday, -500).map((event) => ({ ...event, at: event.at - 7_200_000 }));
    expect(lastPrice(force('locked', rules, lost))).toBe(27_200 - 134);
    // A new day starts at $49,500 with the full $1,000 again.
    expect(lastPrice(force('locked', rules, dayTrade('2026-11-18', -500)))).toBe(27_200 - 267);
  });
});

describe('a forced pass', () => {
  test('trades on the two previous days, three hours before the close, and meets the target after fees', () => {
    const events = force('passed') ?? [];
    // $1,500 a day and $7.28 of fees at $8.75 a tick is 172.26, so 173, and one more.
    const day = (date: string) => [
      ['fill', at(date, '13:00'), 27_200],
      ...[29, 58, 87, 116, 145, 174].map((ticks, index) => [
        ...['mark', at(date, '13:10') + index * 600_000, 27_200 + ticks],
      ]),
      ['fill', at(date, '14:10'), 27_374],
      ['day-close', at(date, '16:00'), date],
    ];
    expect(
      events.map((event) => [
        ...[event.type, event.at, 'priceTicks' in event ? event.priceTicks : 'day' in event && event.day],
      ]),
    ).toEqual([...day('2026-11-17'), ...day('2026-11-18')]);
    expect(events[0]).toMatchObject({ side: 'buy', instrument: 'MES', month: '2026-12', quantity: 7, feeCents: 364 });
    expect(events[7]).toMatchObject({ side: 'sell', quantity: 7 });
    // Twice 174 × $8.75 − $7.28.
    expect(played(trailing, events)).toMatchObject({ status: 'passed', balanceCents: 5_303_044 });
  });

  test.each([
    ['five required days', { minimumDays: 5 }, 5],
    ['a best day of at most 30 %', { consistencyBps: 3_000 }, 4],
    ['a best day of at most 50 %, and three days', { consistencyBps: 5_000, minimumDays: 3 }, 3],
  ])('takes as many days as the objectives require: %s', (_, changes, days) => {
    const rules = { ...trailing, ...changes };
    const events = force('passed', rules) ?? [];
    expect(events.filter(({ type }) => type === 'day-close')).toHaveLength(days);
    expect(played(rules, events).status).toBe('passed');
  });

  test('starts before the account’s first day', () => {
    const events = force('passed', trailing, dayTrade('2026-11-12', 50)) ?? [];
    expect(events.flatMap((event) => (event.type === 'day-close' ? [event.day] : []))).toEqual([
      '2026-11-10',
      '2026-11-11',
    ]);
  });
});

describe('the possible forced outcomes', () => {
  const possible = (changes: Partial<AccountRules>) => {
    const rules = { ...trailing, ...changes };
    return possibleOutcomes(rules, played(rules), now);
  };

  test.each<[string, Partial<AccountRules>, readonly ForcedOutcome[]]>([
    ['a target and a floor', {}, ['passed', 'breached']],
    ['no target', { targetCents: null }, ['breached']],
    ['a soft daily limit above the floor', soft(100_000), ['passed', 'breached', 'locked']],
    ['a soft daily limit at the floor', soft(200_000), ['passed', 'breached']],
    ['a hard daily limit', hard(100_000), ['passed', 'breached']],
    ['only a soft limit', { ...noFloor, ...soft(100_000) }, ['passed', 'locked']],
    ['neither floor nor limit', noFloor, ['passed']],
  ])('are as expected for %s', (_, changes, outcomes) => {
    expect(possible(changes)).toEqual(outcomes);
  });

  test('are empty once the account has ended, and complete again on the day after a lock', () => {
    const ended = played(trailing, dayTrade('2026-11-18', -2_000));
    expect(ended.status).toBe('breached');
    expect(possibleOutcomes(trailing, ended, now)).toEqual([]);
    const rules = { ...trailing, ...soft(50_000) };
    const locked = played(rules, dayTrade('2026-11-18', -500));
    expect(locked.status).toBe('locked');
    expect(possibleOutcomes(rules, locked, at('2026-11-18', '11:00'))).toEqual([]);
    expect(possibleOutcomes(rules, locked, now)).toContain('locked');
  });
});
