import { describe, expect, test } from 'vitest';
import { getAccountRules, readCatalog } from '#content/catalog.ts';
import { minuteMs, secondMs } from '#lib/durations.ts';
import type { DeliveredEvent } from '#server/accounts/ports/platform/platform.ts';
import { type Simulation, type SimulationResult, simulate } from '#server/accounts/simulator/simulate.ts';
import { createState, replay } from '#shared/accounts/engine.ts';
import type { AccountRules, AccountState } from '#shared/accounts/model.ts';
import { startTrader } from '#shared/accounts/simulated-trader/next-events.ts';
import { sessionCloseAt, type TradingDay } from '#shared/exchange/trading-day.ts';
import { testMarket } from '../../support/test-market.ts';

const startAt = Date.UTC(2026, 2, 11, 15, 0);
const catalog = readCatalog();
const market = testMarket();

type Run = { state: AccountState; simulation: Simulation; delivered: DeliveredEvent[] };

/** Simulates step by step, as the server does while someone watches. */
function play(
  program: 'classic' | 'merit',
  scenario: 'passes' | 'fails',
  untilMs: number,
  stepMs: number,
  isDone: (state: AccountState) => boolean = () => false,
): Run & { rules: ReturnType<typeof getAccountRules> } {
  const rules = getAccountRules(catalog, 'v1', program, '25K');
  const trader = startTrader({ seed: 'a trader', rules, startAt, scenario });
  const run: Run = { state: createState(rules), simulation: { trader, issued: 0 }, delivered: [] };
  for (let now = startAt; now <= untilMs && !isDone(run.state); now += stepMs) {
    const step = simulate(market, rules, run.state, run.simulation, now, true);
    run.simulation = step;
    run.delivered.push(...step.delivered);
    run.state = replay(
      rules,
      step.delivered.map(({ event }) => event),
      run.state,
    );
  }
  return { ...run, rules };
}

/** One step and the state after it. */
function advance(rules: AccountRules, state: AccountState, step: SimulationResult) {
  const events = step.delivered.map(({ event }) => event);
  return { ...step, state: replay(rules, events, state) };
}

describe('the simulated platform', () => {
  test('flattens a breached account at once and stops its trading', () => {
    const { state, simulation, delivered, rules } = play('classic', 'fails', startAt + 96 * 60 * minuteMs, minuteMs);
    expect(state.status).toBe('breached');
    expect(state.positions).toEqual([]);
    expect(simulation.trader.ended).toBe(true);
    const breachedAt = state.breach?.at ?? 0;
    expect(delivered.every(({ event }) => event.at <= breachedAt)).toBe(true);
    expect(simulate(market, rules, state, simulation, breachedAt + 60 * minuteMs, true).delivered).toEqual([]);
  });

  test('ends a day locked by a soft limit flat, and trades again the next day', () => {
    const isLocked = ({ status }: AccountState) => status === 'locked';
    const { state, simulation, rules } = play('merit', 'fails', startAt + 200 * 60 * minuteMs, minuteMs, isLocked);
    expect(state).toMatchObject({ status: 'locked', positions: [] });
    const lockedDay = state.days.at(-1)?.day as TradingDay;
    const closeAt = sessionCloseAt(lockedDay);
    expect(simulate(market, rules, state, simulation, closeAt - 1, true).delivered).toEqual([]);

    const closed = advance(rules, state, simulate(market, rules, state, simulation, closeAt + secondMs, true));
    expect(closed.delivered[0]?.event.type).toBe('day-close');
    const next = advance(
      rules,
      closed.state,
      simulate(market, rules, closed.state, closed, closeAt + 65 * minuteMs, true),
    );
    expect(next.state.status).toBe('active');
    expect((next.state.days.at(-1)?.day ?? '') > lockedDay).toBe(true);
  });

  test('skips days without a viewer, except for the trade that was open', () => {
    const { state, simulation, rules } = play('classic', 'passes', startAt + 90 * secondMs, secondMs);
    expect(state.positions).toHaveLength(1);
    const now = startAt + 5 * 24 * 60 * minuteMs;
    const { delivered } = simulate(market, rules, state, simulation, now, true);
    const recent = now - 10 * minuteMs;
    const [old, fresh] = [
      delivered.filter(({ event }) => event.at < recent),
      delivered.filter(({ event }) => event.at >= recent),
    ];
    expect(old.filter(({ event }) => event.type === 'fill')).toHaveLength(1);
    expect(old.every(({ event }) => event.at < startAt + 10 * minuteMs || event.type === 'day-close')).toBe(true);
    expect(fresh.length).toBeGreaterThan(60);
  });

  test('closes an unwatched trade and opens no other', () => {
    const { state, simulation, rules } = play('classic', 'passes', startAt + 90 * secondMs, secondMs);
    const { delivered, trader } = simulate(market, rules, state, simulation, startAt + 120 * minuteMs, false);
    expect(delivered.filter(({ event }) => event.type === 'fill')).toHaveLength(1);
    expect(trader.trade).toBeNull();
    expect(simulate(market, rules, state, { trader, issued: 0 }, startAt + 240 * minuteMs, false).delivered).toEqual(
      [],
    );
  });

  test('produces the same events with the same ids in steps of any length', () => {
    const until = startAt + 8 * minuteMs;
    const fine = play('classic', 'passes', until, secondMs);
    const coarse = play('classic', 'passes', until, 4 * minuteMs);
    expect(coarse.delivered).toEqual(fine.delivered);
    const ids = fine.delivered.map(({ sourceId }) => sourceId);
    expect([...ids].sort()).toEqual(ids);
  });
});
