import { describe, expect, test } from 'vitest';
import type { AccountEvent, AccountRules } from '#shared/accounts/model.ts';
import { getQuote } from '#shared/accounts/simulated-trader/find-exit.ts';
import { type ForcedOutcome, forceOutcome, possibleOutcomes } from '#shared/accounts/simulated-trader/force-outcome.ts';
import { frameMs } from '#shared/trading/market/market.ts';
import { testMarket } from '../../support/test-market.ts';
import { at, buy, dayTrade, mark, played, sell, trailing } from '../support.ts';

const thursday = '2026-11-19';
const now = at(thursday, '10:00');
const market = testMarket();
const noFloor = { drawdown: { mode: 'none' } } as const;
const soft = (limitCents: number) => ({ dailyLoss: { mode: 'soft', limitCents } }) as const;
const hard = (limitCents: number) => ({ dailyLoss: { mode: 'hard', limitCents } }) as const;

function force(outcome: ForcedOutcome, rules: AccountRules = trailing, before: readonly AccountEvent[] = []) {
  return forceOutcome(market, rules, played(rules, before), now, outcome);
}

/** Every price is the market's: the ask for a purchase, the bid for a sale, the price that closes a marked position. */
function expectMarketPrices(events: readonly AccountEvent[]): void {
  let heldContracts = 0;
  for (const event of events) {
    if (event.type !== 'fill' && event.type !== 'mark') continue;
    const { bidTicks, askTicks } = getQuote(market, event, event.at);
    const isBought = event.type === 'fill' ? event.side === 'buy' : heldContracts < 0;
    expect(event.priceTicks).toBe(isBought ? askTicks : bidTicks);
    if (event.type === 'fill') heldContracts += event.quantity * (event.side === 'buy' ? 1 : -1);
  }
}

const lossOf = (rules: AccountRules, events: readonly AccountEvent[]) =>
  rules.startingBalanceCents - played(rules, events).balanceCents;

describe('a forced breach', () => {
  test('buys and sells 5 ES frame after frame, until spread and fees have reached the floor', () => {
    const events = force('breached') ?? [];
    expectMarketPrices(events);
    // A round trip costs at least a tick, $62.50, and $20.40 of fees, and at most three ticks.
    expect(events.length / 2).toBeGreaterThanOrEqual(Math.ceil(200_000 / (3 * 6_250 + 2_040)));
    expect(events.length / 2).toBeLessThanOrEqual(Math.ceil(200_000 / (6_250 + 2_040)));
    expect(events.at(-1)?.at).toBe(now);
    expect(events.at(-3)?.at).toBe(now - frameMs);
    expect(events.every((event) => event.type === 'fill' && event.quantity === 5 && event.instrument === 'ES')).toBe(
      true,
    );
    expect(played(trailing, events)).toMatchObject({ status: 'breached', breach: { rule: 'max-loss' } });
    expect(lossOf(trailing, events)).toBeGreaterThanOrEqual(200_000);
    expect(lossOf(trailing, events)).toBeLessThan(200_000 + 3 * 6_250 + 2_040);
  });

  test('first closes open positions at the market’s prices, never before the last event', () => {
    const prices = (instrument: 'ES' | 'NQ', when: number) => getQuote(market, { instrument, month: '2026-12' }, when);
    const open = [
      buy(now - 40_000, prices('ES', now - 40_000).askTicks, { quantity: 2 }),
      sell(now - 30_000, prices('NQ', now - 30_000).bidTicks, { instrument: 'NQ', quantity: 3 }),
      mark(now - 50, prices('ES', now - 50).bidTicks),
    ];
    const events = force('breached', trailing, open) ?? [];
    const startAt = now - 50 + 1;
    expect(events.slice(0, 2)).toEqual([
      sell(startAt, prices('ES', startAt).bidTicks, { quantity: 2, feeCents: 2 * 204 }),
      buy(startAt, prices('NQ', startAt).askTicks, { instrument: 'NQ', quantity: 3, feeCents: 3 * 204 }),
    ]);
    expect(played(trailing, [...open, ...events]).status).toBe('breached');
  });

  test('is of the daily floor if that comes first and is hard, else of the account’s floor', () => {
    const breachOf = (rules: AccountRules) => {
      const events = force('breached', rules) ?? [];
      return [played(rules, events).breach?.rule, Math.floor(lossOf(rules, events) / 30_000)];
    };
    // $1,000 is between 3 and 4 times $300, $2,000 between 6 and 7.
    expect(breachOf({ ...trailing, ...hard(100_000) })).toEqual(['daily-loss', 3]);
    expect(breachOf({ ...trailing, ...hard(100_000), ...noFloor })).toEqual(['daily-loss', 3]);
    expect(breachOf({ ...trailing, ...hard(300_000) })).toEqual(['max-loss', 6]);
  });
});

describe('a forced lock', () => {
  test('falls to the soft daily floor, which is measured from the balance at the start of the day', () => {
    const rules = { ...trailing, ...soft(100_000) };
    const lockedAt = (before: readonly AccountEvent[]) => {
      const state = played(rules, [...before, ...(force('locked', rules, before) ?? [])]);
      expect(state.status).toBe('locked');
      return Math.floor((rules.startingBalanceCents - state.balanceCents) / 30_000);
    };
    expect(lockedAt([])).toBe(3);
    // $500 lost today leaves $500.
    const lost = dayTrade(thursday, -500).map((event) => ({ ...event, at: event.at - 7_200_000 }));
    expect(lockedAt(lost)).toBe(3);
    // A new day starts at $49,500 with the full $1,000 again: $1,500 is 5 times $300.
    expect(lockedAt(dayTrade('2026-11-18', -500))).toBe(5);
  });
});

describe('a forced pass', () => {
  test('trades on the two previous days at the market’s prices and meets the target after fees', () => {
    const events = force('passed') ?? [];
    expectMarketPrices(events);
    const closes = events.flatMap((event) => (event.type === 'day-close' ? [event.day] : []));
    expect(closes).toEqual(['2026-11-17', '2026-11-18']);
    expect(events[0]).toMatchObject({ at: at('2026-11-17', '08:30'), type: 'fill', instrument: 'MES', quantity: 7 });
    const state = played(trailing, events);
    expect(state.status).toBe('passed');
    // $1,500 a day, and at most a few ticks of $8.75 more.
    expect(state.balanceCents).toBeGreaterThanOrEqual(5_300_000);
    expect(state.balanceCents).toBeLessThan(5_320_000);
  });

  test.each([
    ['five required days', { minimumDays: 5 }, 5],
    ['a best day of at most 30 %', { consistencyBps: 3_000 }, 7],
    ['a best day of at most 50 %, and five days', { consistencyBps: 5_000, minimumDays: 5 }, 5],
    ['a small static floor', { drawdown: { mode: 'static', maxLossCents: 75_000 }, consistencyBps: 5_000 }, 4],
  ] as const)('takes as many days as the objectives require: %s', (_, changes, days) => {
    for (const seed of ['a seed', 'another', 'a third']) {
      const rules: AccountRules = { ...trailing, ...changes };
      const events = forceOutcome(testMarket(seed), rules, played(rules, []), now, 'passed') ?? [];
      expect(events.filter(({ type }) => type === 'day-close')).toHaveLength(days);
      expect(played(rules, events).status).toBe('passed');
    }
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
    return possibleOutcomes(market, rules, played(rules), now);
  };

  test.each<[string, Partial<AccountRules>, readonly ForcedOutcome[]]>([
    ['a target and a floor', {}, ['passed', 'breached']],
    ['no target', { targetCents: null }, ['breached']],
    ['a soft daily limit above the floor', soft(100_000), ['passed', 'locked']],
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
    expect(possibleOutcomes(market, trailing, ended, now)).toEqual([]);
    const rules = { ...trailing, ...soft(50_000) };
    const locked = played(rules, dayTrade('2026-11-18', -500));
    expect(locked.status).toBe('locked');
    expect(possibleOutcomes(market, rules, locked, at('2026-11-18', '11:00'))).toEqual([]);
    expect(possibleOutcomes(market, rules, locked, now)).toContain('locked');
  });
});
