import { describe, expect, test } from 'vitest';
import { writeRulesLine } from '#shared/accounts/event-log.ts';
import type { AccountRules } from '#shared/accounts/model.ts';
import { canLiquidateOnly, findRiskStop, needsTwoPeople, riskActionKinds } from '#shared/accounts/risk-action.ts';

test('only restoring an account requires two people', () => {
  expect(riskActionKinds.filter(needsTwoPeople)).toEqual(['restore']);
});

test('a record sorts the keys of its rules at every level and keeps the order of lists', () => {
  const rules = { b: [2, { d: 1, c: [] }], a: null } as unknown as AccountRules;
  expect(writeRulesLine(rules)).toBe('{"a":null,"b":[2,{"c":[],"d":1}]}\n');
});

test('liquidate-only can replace a temporary suspension or one that the risk desk did not set', () => {
  expect(canLiquidateOnly([])).toBe(true);
  expect(canLiquidateOnly([{ reason: 'risk', until: 5 }])).toBe(true);
  expect(canLiquidateOnly([{ reason: 'past-due', until: null }])).toBe(true);
  expect(canLiquidateOnly([{ reason: 'risk', until: null }])).toBe(false);
  expect(canLiquidateOnly([{ reason: 'liquidate-only', until: null }])).toBe(false);
});

describe('the suspension shown to a trader', () => {
  const lock = { reason: 'risk', until: 9_000, action: { cause: 'Lock.', at: 1 } };
  const liquidation = { reason: 'risk', until: 60, action: { cause: 'Liquidation.', at: 2 } };
  const suspension = { reason: 'risk', until: null, action: { cause: 'Suspension.', at: 0 } };
  const closing = { reason: 'liquidate-only', until: null, action: { cause: 'Closing.', at: 3 } };
  const pastDue = { reason: 'past-due', until: null, action: null };

  test.each([
    ['no suspension', [], null],
    ['a past-due suspension', [pastDue], null],
    ['a lock', [lock], { reason: 'risk', cause: 'Lock.', until: 9_000 }],
    ['a newer but shorter liquidation', [lock, liquidation], { reason: 'risk', cause: 'Liquidation.', until: 9_000 }],
    ['a lock over a suspension', [suspension, lock], { reason: 'risk', cause: 'Lock.', until: null }],
    ['a newer liquidate-only', [lock, closing], { reason: 'risk', cause: 'Lock.', until: 9_000 }],
    ['a lock and a missing payment', [pastDue, lock], { reason: 'risk', cause: 'Lock.', until: 9_000 }],
    [
      'a missing payment and liquidate-only',
      [pastDue, closing],
      { reason: 'liquidate-only', cause: 'Closing.', until: null },
    ],
    ['liquidate-only and a conduct case', [closing, { reason: 'conduct', until: null, action: null }], null],
  ])('is as expected with %s', (_, suspensions, stop) => {
    expect(findRiskStop(suspensions)).toEqual(stop);
  });
});
