import { describe, expect, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { replay } from '#shared/accounts/engine.ts';
import type { AccountEvent, AccountRules } from '#shared/accounts/model.ts';
import { nextEvents, startTrader } from '#shared/accounts/simulated-trader/next-events.ts';
import type { TraderState } from '#shared/accounts/simulated-trader/trader-state.ts';
import { contractsIn } from '#shared/accounts/view-account.ts';
import { isOpen } from '#shared/exchange/trading-day.ts';
import { testMarket } from '../../support/test-market.ts';
import { at, trailing } from '../support.ts';

const market = testMarket();
const startAt = at('2026-11-19', '08:30');
const longRun = { startAt, markEveryMs: 30_000 } as const;
const kinds: Record<string, AccountRules> = {
  trailing: { ...trailing, minimumDays: 5 },
  intraday: { ...trailing, drawdown: { mode: 'intraday', maxLossCents: 200_000, lock: { offsetCents: 0 } } },
  'static and consistent': {
    ...trailing,
    drawdown: { mode: 'static', maxLossCents: 125_000 },
    minimumDays: 2,
    consistencyBps: 5_000,
  },
  'with a hard day limit': { ...trailing, dailyLoss: { mode: 'hard', limitCents: 100_000 } },
  large: { ...trailing, startingBalanceCents: 15_000_000, targetCents: 900_000, maxContracts: 15 },
};
const runs = Object.entries(kinds).flatMap(([name, rules]) =>
  (['always', 'exchange'] as const).flatMap((hours) => [1, 2, 3].map((seed) => ({ name, rules, hours, seed }))),
);

function eventsFor(days: number, state: TraderState): readonly AccountEvent[] {
  return nextEvents(market, state, startAt + days * dayMs).events;
}

describe('simulated trader', () => {
  test('the same seed gives the same trader, and another seed gives a different one', () => {
    const options = { seed: 'account-1', rules: trailing, startAt, scenario: 'wanders' } as const;
    const first = eventsFor(1, startTrader(options));
    expect(eventsFor(1, startTrader(options))).toEqual(first);
    expect(eventsFor(1, startTrader({ ...options, seed: 'account-2' }))).not.toEqual(first);
  });

  test('a trader can be stored and resumed at any time', () => {
    const start = startTrader({ seed: 7, rules: trailing, startAt, scenario: 'wanders' });
    const whole = eventsFor(1, start);
    const parts: AccountEvent[] = [];
    let stored = JSON.stringify(start);
    for (let until = startAt; until <= startAt + dayMs; until += 987_654) {
      const { events, traderState } = nextEvents(market, JSON.parse(stored), until);
      parts.push(...events);
      stored = JSON.stringify(traderState);
    }
    expect(stored.length).toBeLessThan(1_000);
    expect(parts).toEqual(whole.slice(0, parts.length));
    expect(parts.length).toBeGreaterThan(whole.length * 0.95);
  });

  test('repeating a request for the same time emits no event twice', () => {
    const { traderState } = nextEvents(
      market,
      startTrader({ seed: 7, rules: trailing, startAt, scenario: 'wanders' }),
      startAt + dayMs,
    );
    expect(nextEvents(market, traderState, startAt + dayMs)).toEqual({ events: [], traderState });
  });

  test('an open position is marked every second and traded every few minutes, even on weekends', () => {
    const saturday = at('2026-11-21', '12:00');
    const start = startTrader({ seed: 3, rules: trailing, startAt: saturday, scenario: 'wanders' });
    const { events } = nextEvents(market, start, saturday + dayMs / 4);
    expect(events[0]).toMatchObject({ type: 'fill', at: saturday });
    const fills = events.filter(({ type }) => type === 'fill');
    expect(fills.length).toBeGreaterThan(60);
    expect(fills.length).toBeLessThan(240);
    for (const [index, event] of events.entries()) {
      const before = events[index - 1];
      if (event.type === 'mark' && before !== undefined) expect(event.at - before.at).toBe(1_000);
    }
  });

  test.each(runs)('$name, $hours, seed $seed: a trader meant to pass does so', ({ rules, hours, seed }) => {
    const events = eventsFor(21, startTrader({ ...longRun, seed, rules, hours, scenario: 'passes' }));
    expect(replay(rules, events)).toMatchObject({ status: 'passed', breach: null });
  });

  test.each(runs)('$name, $hours, seed $seed: a failing trader breaches and stops', ({ rules, hours, seed }) => {
    const events = eventsFor(21, startTrader({ ...longRun, seed, rules, hours, scenario: 'fails' }));
    expect(replay(rules, events).status).toBe('breached');
  });

  test.each(runs)(
    '$name, $hours, seed $seed: a wandering trader neither passes nor fails',
    ({ rules, hours, seed }) => {
      const events = eventsFor(21, startTrader({ ...longRun, seed, rules, hours, scenario: 'wanders' }));
      expect(replay(rules, events)).toMatchObject({ status: 'active', breach: null });
    },
  );

  test.each(runs)(
    '$name, $hours, seed $seed: events are in order, in whole ticks and within the contract limit',
    ({ rules, hours, seed }) => {
      const events = eventsFor(5, startTrader({ ...longRun, seed, rules, hours, scenario: 'wanders' }));
      let lastAt = startAt;
      let state = replay(rules, []);
      for (const event of events) {
        expect(event.at).toBeGreaterThanOrEqual(lastAt);
        lastAt = event.at;
        state = replay(rules, [event], state);
        expect(contractsIn(state.positions)).toBeLessThanOrEqual(rules.maxContracts);
        if (event.type === 'day-close') expect(state.positions).toEqual([]);
        else if (hours === 'exchange') expect(isOpen(event.at)).toBe(true);
        if ('priceTicks' in event) expect(Number.isSafeInteger(event.priceTicks) && event.priceTicks > 0).toBe(true);
      }
    },
  );

  test('a failing trader under a soft limit is locked out each day but never breaches', () => {
    const rules: AccountRules = {
      ...trailing,
      drawdown: { mode: 'none' },
      dailyLoss: { mode: 'soft', limitCents: 100_000 },
      targetCents: null,
    };
    const events = eventsFor(7, startTrader({ ...longRun, seed: 5, rules, hours: 'exchange', scenario: 'fails' }));
    let state = replay(rules, []);
    const statuses = new Set<string>();
    for (const event of events) {
      state = replay(rules, [event], state);
      statuses.add(state.status);
    }
    expect([...statuses].sort()).toEqual(['active', 'locked']);
  });
});
