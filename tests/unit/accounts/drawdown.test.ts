import { describe, expect, test } from 'vitest';
import type { AccountRules } from '#shared/accounts/model.ts';
import { adjust, at, buy, close, dayTrade, entryTicks, mark, played, reset, sell, trailing } from '../support.ts';

const monday = '2026-11-16';
const tuesday = '2026-11-17';
const wednesday = '2026-11-18';

describe('end-of-day trailing floor', () => {
  test('the floor starts at the starting balance less the maximum loss', () => {
    expect(played(trailing)).toMatchObject({ floorCents: 4_800_000, floorLocked: false, status: 'active' });
  });

  test('open profit does not move the floor', () => {
    const state = played(trailing, buy(at(monday, '10:00'), entryTicks), mark(at(monday, '11:00'), entryTicks + 80));
    expect(state).toMatchObject({ equityCents: 5_100_000, floorCents: 4_800_000, highWaterMarkCents: 5_000_000 });
  });

  test('realized profit does not move the floor before the close', () => {
    expect(played(trailing, dayTrade(monday, 1_000))).toMatchObject({ balanceCents: 5_100_000, floorCents: 4_800_000 });
  });

  test('the close moves the floor', () => {
    const state = played(trailing, dayTrade(monday, 1_000), close(monday));
    expect(state).toMatchObject({ floorCents: 4_900_000, highWaterMarkCents: 5_100_000, floorLocked: false });
  });

  test('a losing day leaves the floor in place', () => {
    const state = played(trailing, dayTrade(monday, 1_000), close(monday), dayTrade(tuesday, -500), close(tuesday));
    expect(state).toMatchObject({ balanceCents: 5_050_000, floorCents: 4_900_000 });
  });

  test('the floor locks at the starting balance however far the account rises', () => {
    const first = played(trailing, dayTrade(monday, 2_500), close(monday));
    expect(first).toMatchObject({ floorCents: 5_000_000, floorLocked: true });
    expect(played(trailing, dayTrade(monday, 2_000), close(monday))).toMatchObject({
      floorCents: 5_000_000,
      floorLocked: true,
    });
    const second = played(
      { ...trailing, targetCents: null },
      dayTrade(monday, 2_500),
      dayTrade(tuesday, 5_000),
      close(tuesday),
    );
    expect(second).toMatchObject({ floorCents: 5_000_000, floorLocked: true, highWaterMarkCents: 5_750_000 });
  });

  test('the floor locks above the starting balance if the rules say so', () => {
    const rules: AccountRules = {
      ...trailing,
      drawdown: { mode: 'end-of-day', maxLossCents: 200_000, lock: { offsetCents: 10_000 } },
    };
    expect(played(rules, dayTrade(monday, 2_000), close(monday))).toMatchObject({
      floorCents: 5_000_000,
      floorLocked: false,
    });
    expect(played(rules, dayTrade(monday, 2_500), close(monday))).toMatchObject({
      floorCents: 5_010_000,
      floorLocked: true,
    });
  });

  test('a floor without a lock trails forever', () => {
    const rules: AccountRules = {
      ...trailing,
      targetCents: null,
      drawdown: { mode: 'end-of-day', maxLossCents: 200_000, lock: null },
    };
    expect(played(rules, dayTrade(monday, 5_000), close(monday))).toMatchObject({
      floorCents: 5_300_000,
      floorLocked: false,
    });
  });

  test('the floor is enforced during the day, open profit included', () => {
    const state = played(trailing, buy(at(monday, '10:00'), entryTicks), mark(at(monday, '11:00'), entryTicks - 160));
    expect(state.status).toBe('breached');
    expect(state.breach).toEqual({
      rule: 'max-loss',
      at: at(monday, '11:00'),
      day: monday,
      floorCents: 4_800_000,
      equityCents: 4_800_000,
    });
  });

  test('touching the floor is a breach, coming close is not', () => {
    const near = played(trailing, buy(at(monday, '10:00'), entryTicks), mark(at(monday, '11:00'), entryTicks - 159));
    expect(near).toMatchObject({ status: 'active', equityCents: 4_801_250 });
  });

  test('a fee can breach the floor just as a price can', () => {
    const fill = buy(at(monday, '10:00'), entryTicks, { feeCents: 200_000 });
    expect(played(trailing, fill)).toMatchObject({ status: 'breached', balanceCents: 4_800_000 });
  });

  test('a floor that rises above an open loss ends the account at the close', () => {
    const state = played(
      trailing,
      dayTrade(monday, 1_500),
      buy(at(monday, '14:00'), entryTicks),
      mark(at(monday, '15:00'), entryTicks - 160),
      close(monday),
    );
    expect(state.breach).toMatchObject({ at: at(monday, '16:00'), floorCents: 4_950_000, equityCents: 4_950_000 });
  });
});

describe('intraday trailing floor', () => {
  const rules: AccountRules = {
    ...trailing,
    targetCents: null,
    drawdown: { mode: 'intraday', maxLossCents: 200_000, lock: { offsetCents: 0 } },
  };
  const bought = buy(at(monday, '10:00'), entryTicks);

  test('open profit raises the floor at once', () => {
    const state = played(rules, bought, mark(at(monday, '10:05'), entryTicks + 80));
    expect(state).toMatchObject({ floorCents: 4_900_000, highWaterMarkCents: 5_100_000 });
  });

  test('giving back the profit leaves the floor in place and ends the account', () => {
    const up = mark(at(monday, '10:05'), entryTicks + 80);
    expect(played(rules, bought, up, mark(at(monday, '10:06'), entryTicks - 79))).toMatchObject({
      status: 'active',
      floorCents: 4_900_000,
    });
    expect(played(rules, bought, up, mark(at(monday, '10:06'), entryTicks - 80)).breach).toMatchObject({
      floorCents: 4_900_000,
      equityCents: 4_900_000,
    });
  });

  test('the floor trails equity, not a balance that excludes an open loss', () => {
    const loser = buy(at(monday, '10:01'), 1_000, { instrument: 'CL' });
    const winnerSold = sell(at(monday, '10:10'), entryTicks + 80);
    const state = played(rules, bought, loser, mark(at(monday, '10:02'), 950, 'CL'), winnerSold, close(monday));
    expect(state).toMatchObject({ balanceCents: 5_100_000, highWaterMarkCents: 5_050_000, floorCents: 4_850_000 });
  });

  test('the floor stays where it was when it ended the account', () => {
    const rebound = [mark(at(monday, '10:05'), entryTicks - 160), mark(at(monday, '10:06'), entryTicks + 400)];
    expect(played(rules, bought, rebound)).toMatchObject({ floorCents: 4_800_000, highWaterMarkCents: 5_000_000 });
  });

  test('the floor locks at the starting balance', () => {
    const state = played(rules, bought, mark(at(monday, '10:05'), entryTicks + 400));
    expect(state).toMatchObject({ floorCents: 5_000_000, floorLocked: true, highWaterMarkCents: 5_500_000 });
  });
});

describe('other floors', () => {
  test('a static floor never moves', () => {
    const rules: AccountRules = { ...trailing, targetCents: null, drawdown: { mode: 'static', maxLossCents: 125_000 } };
    const state = played(rules, dayTrade(monday, 5_000), close(monday), dayTrade(tuesday, -5_000), close(tuesday));
    expect(state).toMatchObject({ status: 'active', floorCents: 4_875_000, floorLocked: false });
    expect(played(rules, dayTrade(monday, -1_250))).toMatchObject({ status: 'breached' });
  });

  test('without a floor no loss ends the account', () => {
    const rules: AccountRules = { ...trailing, drawdown: { mode: 'none' } };
    expect(played(rules, dayTrade(monday, -25_000))).toMatchObject({
      status: 'active',
      floorCents: null,
      breach: null,
    });
  });
});

describe('ended accounts', () => {
  const over = [...dayTrade(monday, -2_000), close(monday)];

  test('a breached account keeps its breach and floor while its money is still booked', () => {
    const state = played(trailing, over, dayTrade(tuesday, 10_000), close(tuesday));
    expect(state).toMatchObject({ status: 'breached', floorCents: 4_800_000, balanceCents: 5_800_000 });
    expect(state.breach).toEqual(played(trailing, over).breach);
  });

  test('a reset restarts the account at the starting balance', () => {
    const state = played(trailing, over, reset(at(tuesday, '09:00')));
    const { lastEventAt, eventCount, ...fresh } = state;
    const { lastEventAt: _, eventCount: __, ...unused } = played(trailing);
    expect(fresh).toEqual(unused);
    expect({ lastEventAt, eventCount }).toEqual({ lastEventAt: at(tuesday, '09:00'), eventCount: 4 });
  });

  test('a reset clears days, floor and open positions', () => {
    const state = played(
      trailing,
      dayTrade(monday, 1_000),
      close(monday),
      buy(at(tuesday, '10:00'), entryTicks),
      reset(at(tuesday, '12:00')),
      dayTrade(wednesday, 100),
    );
    expect(state).toMatchObject({
      balanceCents: 5_010_000,
      equityCents: 5_010_000,
      floorCents: 4_800_000,
      positions: [],
    });
    expect(state.days.map(({ day }) => day)).toEqual([wednesday]);
  });
});

describe('money', () => {
  const noon = at(monday, '12:00');

  test('results are realized against the oldest contracts first', () => {
    const state = played(trailing, buy(noon, 100), buy(noon, 101), sell(noon, 105));
    expect(state.balanceCents).toBe(5_000_000 + 5 * 1_250);
    expect(state.positions).toEqual([
      {
        instrument: 'ES',
        month: '2026-12',
        quantity: 1,
        costTicks: 101,
        lastPriceTicks: 105,
        lots: [{ quantity: 1, priceTicks: 101 }],
      },
    ]);
    expect(state.equityCents).toBe(5_000_000 + 9 * 1_250);
  });

  test('a fill larger than the position reverses it', () => {
    const state = played(trailing, buy(noon, 100, { quantity: 2 }), sell(noon, 110, { quantity: 3 }), mark(noon, 105));
    expect(state.balanceCents).toBe(5_000_000 + 20 * 1_250);
    expect(state.positions[0]).toMatchObject({ quantity: -1, costTicks: -110 });
    expect(state.equityCents).toBe(state.balanceCents + 5 * 1_250);
  });

  test('a short gains when the price falls', () => {
    const state = played(trailing, sell(noon, 100), buy(noon, 92, { feeCents: 210 }));
    expect(state).toMatchObject({ balanceCents: 5_000_000 + 8 * 1_250 - 210, positions: [] });
  });

  test('each instrument has its own tick value', () => {
    const micro = { instrument: 'MNQ', month: '2026-12', quantity: 3 } as const;
    const state = played(trailing, buy(noon, 100, micro), buy(noon, 50), mark(noon, 104, 'MNQ'), mark(noon, 52));
    expect(state.equityCents).toBe(5_000_000 + 3 * 4 * 50 + 2 * 1_250);
  });

  test('a mark of an instrument that is not held changes nothing', () => {
    expect(played(trailing, buy(noon, 100), mark(noon, 1, 'CL'))).toMatchObject({ equityCents: 5_000_000 });
  });

  test('a payout neither uses up the daily limit nor counts as a trading result', () => {
    const rules: AccountRules = { ...trailing, dailyLoss: { mode: 'hard', limitCents: 100_000 } };
    const state = played(rules, dayTrade(monday, 250), adjust(noon, -150_000), mark(noon, 1));
    expect(state).toMatchObject({ status: 'active', balanceCents: 4_875_000, dailyFloorCents: 4_750_000 });
    expect(state.days[0]?.profitCents).toBe(25_000);
  });
});
