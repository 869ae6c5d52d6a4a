import { expect, test } from 'vitest';
import { dailyFloorOf } from '#shared/accounts/daily-floor.ts';
import { applyEvent, createState } from '#shared/accounts/engine.ts';
import type { AccountRules } from '#shared/accounts/model.ts';
import { tradingDayOf } from '#shared/exchange/trading-day.ts';
import { at, buy, close, dayTrade, entryTicks, mark, trailing } from '../support.ts';

const limitCents = 50_000;
const soft: AccountRules = {
  ...trailing,
  drawdown: { mode: 'none' },
  dailyLoss: { mode: 'soft', limitCents },
  targetCents: null,
};

test('the daily floor derived from days equals the engine’s at every event, including on days without a fill', () => {
  const events = [
    ...dayTrade('2026-11-16', 250),
    close('2026-11-16'),
    mark(at('2026-11-17', '09:00'), entryTicks),
    close('2026-11-17'),
    ...dayTrade('2026-11-18', -125),
    buy(at('2026-11-19', '10:00'), entryTicks),
  ];
  const seen: { readonly at: number; readonly floorCents: number | null }[] = [];
  let state = createState(soft);
  for (const event of events) {
    state = applyEvent(soft, state, event);
    seen.push({ at: event.at, floorCents: state.dailyFloorCents });
  }
  expect(
    seen.map((each) => ({ ...each, floorCents: dailyFloorOf(state.days, tradingDayOf(each.at), { limitCents }) })),
  ).toEqual(seen);
  expect(new Set(seen.map(({ floorCents }) => floorCents))).toEqual(new Set([4_950_000, 4_975_000, 4_962_500]));
});

test('there is no daily floor before the first day', () => {
  expect(dailyFloorOf([], tradingDayOf(at('2026-11-16', '10:00')), { limitCents })).toBeNull();
});

test('the day after the last one starts with that day’s closing balance: 50,000 + 250 − 500', () => {
  const days = [
    { day: '2026-11-13', openBalanceCents: 4_900_000, profitCents: 100_000 },
    { day: '2026-11-16', openBalanceCents: 5_000_000, profitCents: 25_000 },
  ];
  expect(dailyFloorOf(days, tradingDayOf(at('2026-11-17', '10:00')), { limitCents })).toBe(4_975_000);
  expect(dailyFloorOf(days, tradingDayOf(at('2026-11-16', '10:00')), { limitCents })).toBe(4_950_000);
});
