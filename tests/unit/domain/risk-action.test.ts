import { expect, test } from 'vitest';
import { writeRulesLine } from '../../../src/domain/account/event-log.ts';
import { needsTwoPeople, riskActionKinds } from '../../../src/domain/account/risk-action.ts';
import type { AccountRules } from '../../../src/domain/rules/types.ts';

test('only letting an account trade again takes two people', () => {
  expect(riskActionKinds.filter(needsTwoPeople)).toEqual(['restore']);
});

test('a record sorts the keys of its rules at every level and keeps the order of lists', () => {
  const rules = { b: [2, { d: 1, c: [] }], a: null } as unknown as AccountRules;
  expect(writeRulesLine(rules)).toBe('{"a":null,"b":[2,{"c":[],"d":1}]}\n');
});
