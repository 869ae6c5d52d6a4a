import { describe, expect, test } from 'vitest';
import { type Drawdown, findFloor, findLock, findMaxLoss } from '#shared/accounts/drawdown/registry.ts';
import type { AccountRules } from '#shared/accounts/model.ts';
import { breachedRuleOf } from '#shared/accounts/rules/breached-rule.ts';
import { ruleLines } from '#shared/accounts/rules/differences.ts';

const lock = { offsetCents: 10_000 };

function rulesWith(drawdown: Drawdown): AccountRules {
  return {
    startingBalanceCents: 5_000_000,
    drawdown,
    dailyLoss: { mode: 'none' },
    targetCents: null,
    minimumDays: 0,
    consistencyBps: null,
    maxContracts: 5,
  };
}

describe('drawdown modes', () => {
  test.each([
    [{ mode: 'none' }, null, null, null],
    [{ mode: 'static', maxLossCents: 200_000 }, 200_000, 4_800_000, null],
    [{ mode: 'end-of-day', maxLossCents: 200_000, lock }, 200_000, 4_800_000, 5_010_000],
    [{ mode: 'end-of-day', maxLossCents: 200_000, lock: null }, 200_000, 4_800_000, null],
    [{ mode: 'intraday', maxLossCents: 200_000, lock }, 200_000, 4_800_000, 5_010_000],
    [{ mode: 'end-of-day-percent', maxLossBps: 400, lock }, 200_000, 4_800_000, 5_010_000],
    [{ mode: 'intraday-percent', maxLossBps: 400, lock: null }, 200_000, 4_800_000, null],
  ] as const)(
    '%o has the expected maximum loss, starting floor and lock',
    (drawdown, maxLossCents, floorCents, lockCents) => {
      const rules = rulesWith(drawdown);
      expect(findMaxLoss(rules)).toBe(maxLossCents);
      expect(findFloor(rules, 5_000_000)).toBe(floorCents);
      expect(findLock(rules)).toBe(lockCents);
    },
  );

  test('a breach names the text of its own mode, and an unknown mode is rejected', () => {
    const lines = ruleLines(rulesWith({ mode: 'intraday', maxLossCents: 200_000, lock }));
    expect(breachedRuleOf(lines, 'max-loss')).toEqual({
      text: 'intraday',
      loss: { unit: 'cents', value: 200_000 },
      lockCents: 5_010_000,
    });
    const unknown = lines.map((line) => (line.field === 'drawdownMode' ? { ...line, value: 'hourly' } : line));
    expect(() => breachedRuleOf(unknown, 'max-loss')).toThrow('an account with drawdown mode hourly can’t breach');
    expect(() => breachedRuleOf(ruleLines(rulesWith({ mode: 'none' })), 'max-loss')).toThrow(RangeError);
    expect(() => breachedRuleOf([], 'max-loss')).toThrow('drawdown mode null');
  });

  test('a breach of the daily limit states its amount, and a floor without a lock has no lock amount', () => {
    const rules = rulesWith({ mode: 'static', maxLossCents: 125_000 });
    const lines = ruleLines({ ...rules, dailyLoss: { mode: 'hard', limitCents: 100_000 } });
    expect(breachedRuleOf(lines, 'daily-loss')).toEqual({
      text: 'daily',
      loss: { unit: 'cents', value: 100_000 },
      lockCents: null,
    });
    expect(breachedRuleOf(lines, 'max-loss')).toEqual({
      text: 'static',
      loss: { unit: 'cents', value: 125_000 },
      lockCents: null,
    });
  });

  test('every rule has its line and unit, and rules that don’t apply are empty', () => {
    const drawdown = { mode: 'end-of-day', maxLossCents: 200_000, lock } as const;
    const rules = { ...rulesWith(drawdown), targetCents: 300_000, minimumDays: 5, consistencyBps: 5_000 };
    expect(ruleLines(rules)).toEqual([
      { field: 'startingBalance', unit: 'cents', value: 5_000_000 },
      { field: 'drawdownMode', unit: 'word', value: 'end-of-day' },
      { field: 'maxLoss', unit: 'cents', value: 200_000 },
      { field: 'maxLossShare', unit: 'share', value: null },
      { field: 'lockOffset', unit: 'cents', value: 5_010_000 },
      { field: 'dailyLossMode', unit: 'word', value: 'none' },
      { field: 'dailyLimit', unit: 'cents', value: null },
      { field: 'dailyLimitShare', unit: 'share', value: null },
      { field: 'target', unit: 'cents', value: 300_000 },
      { field: 'minimumDays', unit: 'count', value: 5 },
      { field: 'consistency', unit: 'share', value: 5_000 },
      { field: 'maxContracts', unit: 'count', value: 5 },
      { field: 'contractSteps', unit: 'steps', value: null },
      { field: 'payoutFloor', unit: 'cents', value: null },
      { field: 'flatBy', unit: 'word', value: null },
      { field: 'flatMinutes', unit: 'count', value: null },
      { field: 'spreads', unit: 'word', value: 'allowed' },
    ]);
    expect(ruleLines({ ...rules, minimumDays: 0 }).find(({ field }) => field === 'minimumDays')).toEqual({
      field: 'minimumDays',
      unit: 'count',
      value: null,
    });
  });

  test('a trailing floor keeps its distance from the high-water mark until it locks, a static one stays', () => {
    const floors = (drawdown: Drawdown) =>
      [5_100_000, 5_209_900, 5_300_000].map((highWaterMarkCents) => findFloor(rulesWith(drawdown), highWaterMarkCents));
    const maxLossCents = 200_000;
    expect(floors({ mode: 'intraday', maxLossCents, lock })).toEqual([4_900_000, 5_009_900, 5_010_000]);
    expect(floors({ mode: 'end-of-day', maxLossCents, lock: null })).toEqual([4_900_000, 5_009_900, 5_100_000]);
    expect(floors({ mode: 'static', maxLossCents })).toEqual([4_800_000, 4_800_000, 4_800_000]);
    expect(floors({ mode: 'none' })).toEqual([null, null, null]);
  });
});
