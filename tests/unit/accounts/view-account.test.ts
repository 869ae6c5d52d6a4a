import { describe, expect, test } from 'vitest';
import type { AccountRules } from '#shared/accounts/model.ts';
import { remainingRequirements } from '#shared/accounts/remaining-requirements.ts';
import { viewAccount } from '#shared/accounts/view-account.ts';
import { at, buy, close, dayTrade, entryTicks, mark, played, sell, trailing } from '../support.ts';

const monday = '2026-11-16';
const tuesday = '2026-11-17';

describe('account view', () => {
  test('a new account shows its starting values', () => {
    expect(viewAccount(trailing, played(trailing))).toMatchObject({
      status: 'active',
      floorCents: 4_800_000,
      untilLockCents: 200_000,
      remainingDrawdownCents: 200_000,
      remainingDailyDrawdownCents: 200_000,
      today: null,
      lastEventAt: null,
      contractsInUse: 0,
    });
  });

  test('remaining daily drawdown is measured to the higher floor', () => {
    const rules: AccountRules = { ...trailing, dailyLoss: { mode: 'hard', limitCents: 100_000 } };
    const view = viewAccount(
      rules,
      played(rules, buy(at(monday, '10:00'), entryTicks), mark(at(monday, '10:01'), entryTicks - 8)),
    );
    expect(view).toMatchObject({
      nearestFloorCents: 4_900_000,
      remainingDailyDrawdownCents: 90_000,
      remainingDrawdownCents: 190_000,
    });
  });

  test('remaining drawdown is never negative, and is missing without a floor', () => {
    expect(viewAccount(trailing, played(trailing, dayTrade(monday, -5_000)))).toMatchObject({
      remainingDrawdownCents: 0,
    });
    const rules: AccountRules = { ...trailing, drawdown: { mode: 'none' } };
    expect(viewAccount(rules, played(rules, dayTrade(monday, 50)))).toMatchObject({
      remainingDrawdownCents: null,
      remainingDailyDrawdownCents: null,
      nearestFloorCents: null,
      untilLockCents: null,
    });
  });

  test('equity and floor are frozen at the moment of a breach', () => {
    // Bought at 10:00 and 170 ticks lower at 10:30, $125 past the floor; later events move only the balance.
    const state = played(trailing, dayTrade(monday, -2_125), dayTrade(tuesday, 500));
    expect(state.equityCents).toBe(4_837_500);
    expect(viewAccount(trailing, state)).toMatchObject({
      balanceCents: 4_837_500,
      equityCents: 4_787_500,
      nearestFloorCents: 4_800_000,
      remainingDrawdownCents: 0,
      remainingDailyDrawdownCents: 0,
    });
  });

  test('a breach of the daily limit shows that limit and leaves the maximum floor unchanged', () => {
    const rules: AccountRules = { ...trailing, dailyLoss: { mode: 'hard', limitCents: 100_000 } };
    expect(viewAccount(rules, played(rules, dayTrade(monday, -1_000)))).toMatchObject({
      equityCents: 4_900_000,
      nearestFloorCents: 4_900_000,
      floorCents: 4_800_000,
      remainingDailyDrawdownCents: 0,
      remainingDrawdownCents: 100_000,
    });
  });

  test('open positions are listed with their signs', () => {
    const state = played(
      trailing,
      buy(at(monday, '10:00'), 100, { quantity: 2 }),
      sell(at(monday, '10:01'), 100, { instrument: 'MES', quantity: 3 }),
    );
    expect(viewAccount(trailing, state).positions).toEqual([
      { instrument: 'ES', month: '2026-12', quantity: 2, costTicks: 200 },
      { instrument: 'MES', month: '2026-12', quantity: -3, costTicks: -300 },
    ]);
  });

  test('a locked floor cannot rise any further', () => {
    const state = played(trailing, dayTrade(monday, 2_500), close(monday));
    expect(viewAccount(trailing, state)).toMatchObject({ floorLocked: true, untilLockCents: null });
  });

  test('micros count as tenths, whether long or short', () => {
    const state = played(
      trailing,
      buy(at(monday, '10:00'), 100, { quantity: 2 }),
      sell(at(monday, '10:00'), 100, { instrument: 'MES', month: '2026-12', quantity: 3 }),
    );
    expect(viewAccount(trailing, state).contractsInUse).toBe(2.3);
  });

  test('each requirement shows its progress', () => {
    const rules: AccountRules = { ...trailing, minimumDays: 2, consistencyBps: 4_000 };
    const view = viewAccount(rules, played(rules, dayTrade(monday, 1_000), dayTrade(tuesday, 250)));
    expect(view.objectives).toEqual([
      { name: 'target', reached: false, currentCents: 125_000, requiredCents: 300_000 },
      { name: 'days', reached: true, current: 2, required: 2 },
      { name: 'consistency', reached: false, bestDayCents: 100_000, requiredProfitCents: 250_000 },
    ]);
  });

  test('a required profit with a fraction of a cent is rounded up', () => {
    const rules: AccountRules = { ...trailing, consistencyBps: 3_000 };
    const [, consistency] = viewAccount(rules, played(rules, dayTrade(monday, 100))).objectives;
    expect(consistency).toMatchObject({ requiredProfitCents: 33_334 });
  });
});

describe('account view at a later time', () => {
  const rules: AccountRules = { ...trailing, dailyLoss: { mode: 'soft', limitCents: 50_000 } };
  const state = played(rules, dayTrade(monday, 2_500), dayTrade(monday, -3_000));

  test('nothing changes on the same trading day', () => {
    expect(viewAccount(rules, state, at(monday, '16:59'))).toEqual(viewAccount(rules, state));
    expect(viewAccount(rules, state).status).toBe('locked');
  });

  test('the next day lifts the lock and starts fresh, and the last event keeps its time', () => {
    const view = viewAccount(rules, state, at(monday, '17:00'));
    expect(view).toMatchObject({
      status: 'active',
      today: { day: tuesday, fills: 0, profitCents: 0 },
      lastEventAt: at(monday, '10:30'),
      remainingDailyDrawdownCents: 50_000,
    });
  });

  test('an end-of-day floor has moved', () => {
    const won = played(trailing, dayTrade(monday, 1_000));
    expect(viewAccount(trailing, won, at(tuesday, '09:00')).floorCents).toBe(4_900_000);
    expect(won.floorCents).toBe(4_800_000);
  });
});

describe('remaining requirements', () => {
  const rules: AccountRules = { ...trailing, targetCents: 100_000, minimumDays: 2, consistencyBps: 5_000 };
  const requirementsAfter = (
    ...parts: Parameters<typeof played> extends [AccountRules, ...infer Rest] ? Rest : never
  ) => remainingRequirements(viewAccount(rules, played(rules, ...parts)));

  test('each unmet requirement is listed with what is missing', () => {
    expect(requirementsAfter(dayTrade(monday, 900))).toEqual([
      { name: 'target', missingCents: 10_000 },
      { name: 'days', missing: 1 },
      { name: 'consistency', missingCents: 90_000, bestDayCents: 90_000 },
    ]);
  });

  test('open positions are listed', () => {
    const open = buy(at(tuesday, '11:00'), entryTicks);
    expect(requirementsAfter(dayTrade(monday, 500), dayTrade(tuesday, 500), open)).toEqual([
      { name: 'open-positions', contracts: 1 },
    ]);
  });

  test('an account that only awaits the close lists only the close', () => {
    expect(requirementsAfter(dayTrade(monday, 500), dayTrade(tuesday, 500))).toEqual([{ name: 'day-close' }]);
  });

  test('a passed account lists nothing', () => {
    expect(requirementsAfter(dayTrade(monday, 500), dayTrade(tuesday, 500), close(tuesday))).toEqual([]);
  });

  test('a breached account lists only the breach', () => {
    expect(requirementsAfter(dayTrade(monday, -2_000))).toEqual([{ name: 'breached', rule: 'max-loss' }]);
  });

  test('an account without a target lists that it cannot pass', () => {
    const live: AccountRules = { ...rules, targetCents: null };
    expect(remainingRequirements(viewAccount(live, played(live, dayTrade(monday, 5_000))))).toEqual([
      { name: 'no-target' },
    ]);
  });
});
