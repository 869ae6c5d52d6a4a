import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hourMs } from '#lib/durations.ts';
import { pick } from '#lib/pick.ts';
import type { DrawdownFields } from '#shared/accounts/drawdown/drawdown-rule.ts';
import { type Drawdown, drawdownModes, drawdownRules } from '#shared/accounts/drawdown/registry.ts';
import { applyEvent, createState, replay } from '#shared/accounts/engine.ts';
import type { AccountEvent, AccountRules, AccountState } from '#shared/accounts/model.ts';
import { pruneMarks } from '#shared/accounts/prune-marks.ts';
import type { DailyLoss } from '#shared/accounts/rules/daily-loss.ts';
import type { ContractMonth } from '#shared/exchange/contract-month.ts';
import { type InstrumentCode, tickCents } from '#shared/exchange/instruments.ts';
import { tradingDayOf } from '#shared/exchange/trading-day.ts';
import { outcome } from '../support.ts';

const firstAt = Date.parse('2026-10-26T14:00:00Z');
const centsUpTo = (max: number) => fc.integer({ min: 10_000, max });
const drawdownFields = {
  maxLossCents: centsUpTo(500_000),
  maxLossBps: fc.integer({ min: 1, max: 2_000 }),
  lock: fc.option(fc.record({ offsetCents: fc.constantFrom(0, 10_000) }), { nil: null }),
} satisfies { readonly [Field in keyof DrawdownFields]: fc.Arbitrary<DrawdownFields[Field]> };

/** Every mode, with any values of the fields it states. */
const drawdown = fc.oneof(
  ...drawdownModes.map((mode) =>
    fc.record({ mode: fc.constant(mode), ...pick(drawdownFields, drawdownRules[mode].fields) }),
  ),
) as fc.Arbitrary<Drawdown>;

const dailyLoss: fc.Arbitrary<DailyLoss> = fc.oneof(
  fc.constant<DailyLoss>({ mode: 'none' }),
  centsUpTo(300_000).map<DailyLoss>((limitCents) => ({ mode: 'soft', limitCents })),
  centsUpTo(300_000).map<DailyLoss>((limitCents) => ({ mode: 'hard', limitCents })),
  fc.integer({ min: 1, max: 1_000 }).map<DailyLoss>((limitBps) => ({ mode: 'soft', limitBps })),
);

const anyRules: fc.Arbitrary<AccountRules> = fc.record({
  startingBalanceCents: fc.constantFrom(2_500_000, 5_000_000),
  drawdown,
  dailyLoss,
  targetCents: fc.option(centsUpTo(300_000), { nil: null }),
  minimumDays: fc.nat(4),
  consistencyBps: fc.option(fc.integer({ min: 2_000, max: 9_000 }), { nil: null }),
  maxContracts: fc.constant(5),
});

const instrument = fc.constantFrom<InstrumentCode>('ES', 'MNQ', 'GC', 'ZF', 'M6B');
const month = fc.constantFrom<ContractMonth>('2026-12', '2027-03');
const priceTicks = fc.integer({ min: 900, max: 1_100 });
const pauseMs = fc.oneof(fc.nat(120_000), fc.integer({ min: 0, max: 20 * hourMs }));

const money = fc.oneof(
  { arbitrary: fc.record({ type: fc.constant('mark' as const), instrument, month, priceTicks }), weight: 5 },
  {
    arbitrary: fc.record({
      type: fc.constant('fill' as const),
      instrument,
      month,
      side: fc.constantFrom('buy' as const, 'sell' as const),
      quantity: fc.integer({ min: 1, max: 3 }),
      priceTicks,
      feeCents: fc.nat(500),
    }),
    weight: 5,
  },
  {
    arbitrary: fc.record({
      type: fc.constant('adjustment' as const),
      amountCents: fc.integer({ min: -50_000, max: 50_000 }),
    }),
    weight: 1,
  },
);
const dayEvent = fc.oneof(
  fc.record({ type: fc.constant('day-close' as const) }),
  fc.record({ type: fc.constant('reset' as const) }),
);

function timed(steps: readonly (readonly [object, number])[]): readonly AccountEvent[] {
  let at = firstAt;
  return steps.map(([step, pause]) => {
    at += pause;
    return {
      ...step,
      at,
      ...('type' in step && step.type === 'day-close' ? { day: tradingDayOf(at) } : {}),
    } as AccountEvent;
  });
}

const tradingOnly = fc.array(fc.tuple(money, pauseMs), { maxLength: 60 }).map(timed);
const anyEvents = fc
  .array(fc.tuple(fc.oneof({ arbitrary: money, weight: 8 }, { arbitrary: dayEvent, weight: 1 }), pauseMs), {
    maxLength: 60,
  })
  .map(timed);

function statesOf(rules: AccountRules, events: readonly AccountEvent[]): readonly AccountState[] {
  const states = [createState(rules)];
  for (const event of events) states.push(applyEvent(rules, states.at(-1) ?? createState(rules), event));
  return states;
}

describe('with any rules and any events', () => {
  test('applying events one by one equals replaying them all', () => {
    fc.assert(
      fc.property(anyRules, anyEvents, (rules, events) => {
        expect(statesOf(rules, events).at(-1)).toEqual(replay(rules, events));
      }),
    );
  });

  test('a replay continues from a snapshot stored at any event', () => {
    fc.assert(
      fc.property(anyRules, anyEvents, fc.nat(60), (rules, events, cut) => {
        const stored: AccountState = JSON.parse(JSON.stringify(replay(rules, events.slice(0, cut))));
        expect(replay(rules, events.slice(cut), stored)).toEqual(replay(rules, events));
      }),
    );
  });

  test('neither replaying nor applying mutates the given state', () => {
    fc.assert(
      fc.property(anyRules, anyEvents, anyEvents, (rules, first, second) => {
        const state = replay(rules, first);
        const copy = structuredClone(state);
        replay(rules, second, state);
        for (const event of second) applyEvent(rules, state, event);
        expect(state).toEqual(copy);
      }),
    );
  });

  test('the floor and the high-water mark never fall, except on a reset', () => {
    fc.assert(
      fc.property(anyRules, tradingOnly, (rules, events) => {
        const states = statesOf(rules, events);
        for (const [index, state] of states.entries()) {
          const before = states[index - 1] ?? state;
          expect(state.highWaterMarkCents).toBeGreaterThanOrEqual(before.highWaterMarkCents);
          expect(state.floorCents ?? 0).toBeGreaterThanOrEqual(before.floorCents ?? 0);
          if (before.floorLocked) expect(state.floorCents).toBe(before.floorCents);
        }
      }),
    );
  });

  test('a soft limit never ends an account', () => {
    fc.assert(
      fc.property(anyRules, anyEvents, (rules, events) => {
        const soft: AccountRules = { ...rules, dailyLoss: { mode: 'soft', limitCents: 50_000 } };
        for (const { breach } of statesOf(soft, events)) expect(breach?.rule).not.toBe('daily-loss');
        const noFloor: AccountRules = { ...soft, drawdown: { mode: 'none' } };
        for (const { breach } of statesOf(noFloor, events)) expect(breach).toBeNull();
      }),
    );
  });

  test('consistency never ends an account', () => {
    fc.assert(
      fc.property(anyRules, anyEvents, (rules, events) => {
        const without = replay({ ...rules, consistencyBps: null, targetCents: null }, events);
        expect(replay({ ...rules, targetCents: null }, events)).toEqual(without);
      }),
    );
  });

  test('an active account is above its floors after every price', () => {
    fc.assert(
      fc.property(anyRules, anyEvents, (rules, events) => {
        const states = statesOf(rules, events);
        for (const [index, { status, equityCents, floorCents, positions }] of states.entries()) {
          const event = events[index - 1];
          const priced =
            event?.type === 'fill' ||
            (event?.type === 'mark' &&
              positions.some((held) => held.instrument === event.instrument && held.month === event.month));
          if (priced && status === 'active')
            expect(equityCents).toBeGreaterThan(floorCents ?? Number.NEGATIVE_INFINITY);
        }
      }),
    );
  });

  test('equity is the starting balance plus all cash flows and the value of open contracts, rounded up once', () => {
    fc.assert(
      fc.property(anyRules, tradingOnly, (rules, events) => {
        const unending: AccountRules = { ...rules, targetCents: null };
        expect(replay(unending, events).equityCents).toBe(Math.ceil(rules.startingBalanceCents + cashValue(events)));
      }),
    );
  });

  test('the balance is the starting balance plus the daily results and the adjustments', () => {
    fc.assert(
      fc.property(anyRules, tradingOnly, (rules, events) => {
        const { balanceCents, days } = replay({ ...rules, targetCents: null }, events);
        const adjusted = events.reduce((sum, event) => sum + (event.type === 'adjustment' ? event.amountCents : 0), 0);
        const earned = days.reduce((sum, { profitCents }) => sum + profitCents, 0);
        expect(balanceCents).toBe(rules.startingBalanceCents + adjusted + earned);
      }),
    );
  });

  test('every amount is a whole number of cents', () => {
    fc.assert(
      fc.property(anyRules, anyEvents, (rules, events) => {
        JSON.stringify(replay(rules, events), (key, value: unknown) => {
          if (key.endsWith('Cents') && value !== null) expect(Number.isSafeInteger(value), key).toBe(true);
          return value;
        });
      }),
    );
  });

  test('closing each day explicitly or by the next event gives the same result', () => {
    fc.assert(
      fc.property(anyRules, tradingOnly, (rules, events) => {
        const reported = events.flatMap((event, index) => {
          const before = events[index - 1];
          if (before === undefined || tradingDayOf(before.at) === tradingDayOf(event.at)) return [event];
          const day = tradingDayOf(before.at);
          return [{ type: 'day-close' as const, at: event.at, day }, event];
        });
        expect(outcome(replay(rules, reported))).toEqual(outcome(replay(rules, events)));
      }),
    );
  });

  test('a record gives the same verdict and numbers without its pruned marks', () => {
    fc.assert(
      fc.property(anyRules, anyEvents, fc.nat(60), (rules, events, cut) => {
        const { prunable, state } = pruneMarks(rules, createState(rules), events.slice(0, cut));
        expect(state).toEqual(replay(rules, events.slice(0, cut)));
        const rest = events.filter((_event, index) => !prunable.includes(index));
        expect({ ...outcome(replay(rules, rest)), lastEventAt: null }).toEqual({
          ...outcome(replay(rules, events)),
          lastEventAt: null,
        });
      }),
      { numRuns: 1_000 },
    );
  });

  test('a pass is permanent, and a breach lasts until a reset', () => {
    fc.assert(
      fc.property(anyRules, anyEvents, (rules, events) => {
        const states = statesOf(rules, events);
        for (const [index, state] of states.entries()) {
          const before = states[index - 1];
          if (before?.status === 'passed') expect(state.status).toBe('passed');
          if (before?.breach && events[index - 1]?.type !== 'reset') expect(state.breach).toEqual(before.breach);
        }
      }),
    );
  });
});

/**
 * The cash paid and received plus the value of open contracts at their last prices, computed from the events alone.
 * In cents, including quarters.
 */
function cashValue(events: readonly AccountEvent[]): number {
  let cents = 0;
  const held = new Map<string, { code: InstrumentCode; quantity: number; lastTicks: number }>();
  for (const event of events) {
    if (event.type === 'adjustment') cents += event.amountCents;
    if (event.type !== 'fill' && event.type !== 'mark') continue;
    const contract = `${event.instrument} ${event.month}`;
    const before = held.get(contract) ?? { quantity: 0 };
    const bought = event.type === 'fill' ? event.quantity * (event.side === 'buy' ? 1 : -1) : 0;
    if (event.type === 'fill') {
      cents -= bought * event.priceTicks * tickCents(event.instrument, 1) + event.feeCents;
    }
    held.set(contract, { code: event.instrument, quantity: before.quantity + bought, lastTicks: event.priceTicks });
  }
  for (const { code, quantity, lastTicks } of held.values()) cents += quantity * lastTicks * tickCents(code, 1);
  return cents;
}
