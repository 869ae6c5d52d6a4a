import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AlertThresholds, checkAlerts, foldAlerts, roomShareBps } from '#shared/accounts/alerts.ts';
import { applyEvent, createState } from '#shared/accounts/engine.ts';
import type { AccountEvent, AccountRules } from '#shared/accounts/model.ts';
import { at, buy, dayTrade, entryTicks, mark, sell, trailing } from '../support.ts';

const monday = '2026-11-16';
const thresholds: AlertThresholds = { roomBps: 2_500, dailyTargetCents: 50_000, contractsBps: 8_000 };
const start = (rules: AccountRules = trailing) => ({ state: createState(rules), pending: [] });
const collectAlerts = (events: readonly AccountEvent[], rules = trailing, limits = thresholds) =>
  foldAlerts(rules, limits, start(rules), events);
const kindsOf = (events: readonly AccountEvent[], rules = trailing, limits = thresholds) =>
  collectAlerts(events, rules, limits).raised.map(({ kind }) => kind);
/** One ES bought at 10:00, then marks a minute apart that leave this many of the 160 ticks to the floor. */
const marksAbove = (...ticks: readonly number[]) => [
  buy(at(monday, '10:00'), entryTicks),
  ...ticks.map((left, index) => mark(at(monday, '10:01') + index * 60_000, entryTicks - 160 + left)),
];

describe('alerts', () => {
  test('a low remaining drawdown raises one alert per crossing, and another only after it has recovered', () => {
    // A quarter of $2,000 is 40 ticks; recovery is more than 35 %, 56 ticks.
    expect(kindsOf(marksAbove(41))).toEqual([]);
    expect(kindsOf(marksAbove(40, 30, 45, 38, 55, 40))).toEqual(['room']);
    expect(kindsOf(marksAbove(40, 57, 40))).toEqual(['room', 'room']);
    expect(collectAlerts(marksAbove(40)).raised[0]).toMatchObject({ at: at(monday, '10:01'), remainingCents: 50_000 });
  });

  test('a breach raises no alert because it has its own message', () => {
    expect(kindsOf(marksAbove(-5))).toEqual([]);
  });

  test('the daily limit counts when less of it is left than of the maximum loss', () => {
    const rules: AccountRules = { ...trailing, dailyLoss: { mode: 'hard', limitCents: 100_000 } };
    // 60 ticks lost are three quarters of the daily limit and three eighths of the maximum loss.
    expect(kindsOf(marksAbove(100), rules)).toEqual(['room']);
  });

  test('reaching the daily target raises one alert a day', () => {
    const won = (time: string, ticks: number, date = monday) => [
      buy(at(date, `${time}:00`), entryTicks),
      sell(at(date, `${time}:10`), entryTicks + ticks),
    ];
    expect(kindsOf([...won('10', 39)])).toEqual([]);
    expect(kindsOf([...won('10', 40), ...won('11', 10), ...won('12', -10)])).toEqual(['target']);
    expect(kindsOf([...won('10', 40), ...won('10', 40, '2026-11-17')])).toEqual(['target', 'target']);
  });

  test('a position that reaches four fifths of the contract limit raises an alert', () => {
    const bought = (quantity: number) => [buy(at(monday, '10:00'), entryTicks, { quantity })];
    expect(kindsOf(bought(3))).toEqual([]);
    expect(kindsOf(bought(4))).toEqual(['contracts']);
  });

  test('the contracts alert recovers a tenth of the limit below the threshold: at 3.5 of 5 after 4', () => {
    const micros = (time: string, side: typeof buy, quantity: number) =>
      side(at(monday, time), entryTicks, { instrument: 'MES', quantity });
    const [opened, back] = [micros('10:00', buy, 40), micros('10:02', buy, 5)];
    expect(kindsOf([opened, micros('10:01', sell, 5), back])).toEqual(['contracts', 'contracts']);
    expect(kindsOf([opened, micros('10:01', sell, 4), back])).toEqual(['contracts']);
  });

  test('an alert states the money left above the nearest floor, the day’s result and the contracts', () => {
    const rules: AccountRules = { ...trailing, dailyLoss: { mode: 'hard', limitCents: 100_000 } };
    // 60 ticks of 12.50 are lost: 250 of the daily 1,000 are left, and 1,250 of the maximum loss.
    expect(collectAlerts(marksAbove(100), rules).raised).toEqual([
      { kind: 'room', at: at(monday, '10:01'), remainingCents: 25_000, dayProfitCents: 0, contracts: 1 },
    ]);
    const won = [buy(at(monday, '10:00'), entryTicks), sell(at(monday, '10:05'), entryTicks + 40)];
    expect(collectAlerts(won).raised).toMatchObject([{ kind: 'target', dayProfitCents: 50_000, contracts: 0 }]);
  });

  test('an account without a floor never runs low and its alerts state no remaining drawdown', () => {
    const rules: AccountRules = { ...trailing, drawdown: { mode: 'none' } };
    expect(kindsOf(marksAbove(5), rules)).toEqual([]);
    expect(roomShareBps(rules, createState(rules))).toBeNull();
    const many = [buy(at(monday, '10:00'), entryTicks, { quantity: 4 })];
    expect(collectAlerts(many, rules).raised).toEqual([
      { kind: 'contracts', at: at(monday, '10:00'), remainingCents: null, dayProfitCents: 0, contracts: 4 },
    ]);
  });

  test('the list of alerts awaiting recovery stays unchanged, also once the account has ended', () => {
    expect(collectAlerts(marksAbove(40, -5)).pending).toEqual(['room']);
    const { state, pending } = { state: createState(trailing), pending: [] };
    expect(checkAlerts(trailing, thresholds, state, pending).pending).toBe(pending);
  });

  test('a disabled alert is never raised', () => {
    const off: AlertThresholds = { roomBps: null, dailyTargetCents: null, contractsBps: null };
    const all = [
      ...marksAbove(10),
      ...dayTrade('2026-11-17', 2_000),
      buy(at('2026-11-18', '10:00'), entryTicks, { quantity: 5 }),
    ];
    expect(kindsOf(all, trailing, off)).toEqual([]);
  });

  test('the same events raise the same alerts in one delivery or in many', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -10, max: 160 }), { maxLength: 40 }), fc.nat(40), (ticks, cut) => {
        const events = marksAbove(...ticks);
        const whole = collectAlerts(events);
        const first = collectAlerts(events.slice(0, cut));
        let state = createState(trailing);
        for (const event of events.slice(0, cut)) state = applyEvent(trailing, state, event);
        const second = foldAlerts(trailing, thresholds, { state, pending: first.pending }, events.slice(cut));
        expect([...first.raised, ...second.raised]).toEqual(whole.raised);
        expect(second.pending).toEqual(whole.pending);
      }),
    );
  });

  test('the value always recovers past the threshold and the hysteresis between two alerts of a kind', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 160 }), { maxLength: 60 }), (ticks) => {
        let state = createState(trailing);
        let pending: readonly ('room' | 'target' | 'contracts')[] = [];
        let hasRecovered = true;
        for (const event of marksAbove(...ticks)) {
          state = applyEvent(trailing, state, event);
          const share = roomShareBps(trailing, state) ?? 10_000;
          if (share >= 3_500) hasRecovered = true;
          const next = checkAlerts(trailing, thresholds, state, pending);
          expect(next.kinds.includes('room')).toBe(share <= 2_500 && hasRecovered);
          if (next.kinds.includes('room')) hasRecovered = false;
          pending = next.pending;
        }
      }),
    );
  });
});
