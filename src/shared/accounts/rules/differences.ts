import { findLock, findMaxLoss } from '../drawdown/registry.ts';
import type { AccountRules } from './types.ts';

/** The rules of an account, in the reading order of `ruleLines`. */
export type RuleField =
  | 'startingBalance'
  | 'drawdownMode'
  | 'maxLoss'
  | 'lockOffset'
  | 'dailyLossMode'
  | 'dailyLimit'
  | 'target'
  | 'minimumDays'
  | 'consistency'
  | 'maxContracts'
  | 'spreads';

export type RuleUnit = 'cents' | 'share' | 'count' | 'word';

export type RuleLine = { readonly field: RuleField; readonly unit: RuleUnit; readonly value: number | string | null };

export type RuleDifference = RuleLine & { readonly today: number | string | null };

/** All rules of an account, one per line, in reading order. A rule with a null value doesn't apply. */
export function ruleLines(rules: AccountRules): readonly RuleLine[] {
  const { drawdown, dailyLoss } = rules;
  return [
    { field: 'startingBalance', unit: 'cents', value: rules.startingBalanceCents },
    { field: 'drawdownMode', unit: 'word', value: drawdown.mode },
    { field: 'maxLoss', unit: 'cents', value: findMaxLoss(drawdown) },
    { field: 'lockOffset', unit: 'cents', value: findLock(rules) },
    { field: 'dailyLossMode', unit: 'word', value: dailyLoss.mode },
    { field: 'dailyLimit', unit: 'cents', value: dailyLoss.mode === 'none' ? null : dailyLoss.limitCents },
    { field: 'target', unit: 'cents', value: rules.targetCents },
    { field: 'minimumDays', unit: 'count', value: rules.minimumDays === 0 ? null : rules.minimumDays },
    { field: 'consistency', unit: 'share', value: rules.consistencyBps },
    { field: 'maxContracts', unit: 'count', value: rules.maxContracts },
    { field: 'spreads', unit: 'word', value: rules.spreads ?? 'allowed' },
  ];
}

/** The lines of `bought` that differ from today's rules; empty if nothing has changed. */
export function differencesOf(bought: AccountRules, today: AccountRules): readonly RuleDifference[] {
  const now = new Map(ruleLines(today).map((line) => [line.field, line.value]));
  return ruleLines(bought).flatMap((line) => {
    const value = now.get(line.field) ?? null;
    return value === line.value ? [] : [{ ...line, today: value }];
  });
}
