import { findLock, findMaxLoss, findMaxLossShare } from '../drawdown/registry.ts';
import type { AccountRules } from '../model.ts';
import { writeSteps } from './contract-steps.ts';
import { findDailyLimit } from './daily-loss.ts';

/** The rules of an account, in the reading order of `ruleLines`. */
export const ruleFields = [
  'startingBalance',
  'drawdownMode',
  'maxLoss',
  'maxLossShare',
  'lockOffset',
  'dailyLossMode',
  'dailyLimit',
  'dailyLimitShare',
  'target',
  'minimumDays',
  'consistency',
  'maxContracts',
  'contractSteps',
  'payoutFloor',
  'flatBy',
  'flatMinutes',
  'spreads',
] as const;

export type RuleField = (typeof ruleFields)[number];

export type RuleUnit = 'cents' | 'share' | 'count' | 'word' | 'steps';

export type RuleLine = { readonly field: RuleField; readonly unit: RuleUnit; readonly value: number | string | null };

export type RuleDifference = RuleLine & { readonly today: number | string | null };

/** All rules of an account, one per line, in reading order. A rule with a null value doesn't apply. */
export function ruleLines(rules: AccountRules): readonly RuleLine[] {
  const { drawdown, dailyLoss, contractSteps, payoutFloor, flatBy, startingBalanceCents: start } = rules;
  return [
    { field: 'startingBalance', unit: 'cents', value: start },
    { field: 'drawdownMode', unit: 'word', value: drawdown.mode },
    { field: 'maxLoss', unit: 'cents', value: findMaxLossShare(rules) === null ? findMaxLoss(rules) : null },
    { field: 'maxLossShare', unit: 'share', value: findMaxLossShare(rules) },
    { field: 'lockOffset', unit: 'cents', value: findLock(rules) },
    { field: 'dailyLossMode', unit: 'word', value: dailyLoss.mode },
    { field: 'dailyLimit', unit: 'cents', value: 'limitBps' in dailyLoss ? null : findDailyLimit(rules) },
    { field: 'dailyLimitShare', unit: 'share', value: 'limitBps' in dailyLoss ? dailyLoss.limitBps : null },
    { field: 'target', unit: 'cents', value: rules.targetCents },
    { field: 'minimumDays', unit: 'count', value: rules.minimumDays === 0 ? null : rules.minimumDays },
    { field: 'consistency', unit: 'share', value: rules.consistencyBps },
    { field: 'maxContracts', unit: 'count', value: rules.maxContracts },
    { field: 'contractSteps', unit: 'steps', value: contractSteps ? writeSteps(contractSteps) : null },
    { field: 'payoutFloor', unit: 'cents', value: payoutFloor ? start + payoutFloor.offsetCents : null },
    { field: 'flatBy', unit: 'word', value: flatBy?.before ?? null },
    { field: 'flatMinutes', unit: 'count', value: flatBy?.minutes ?? null },
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
