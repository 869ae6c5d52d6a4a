import type { AccountRules, AccountState, DailyResult } from './model.ts';
import type { Objective } from './view.ts';

type Progress = Pick<AccountState, 'balanceCents' | 'days'>;

/** Progress toward each objective by realized results. Objectives that the rules don't set are left out. */
export function objectivesOf(rules: AccountRules, { balanceCents, days }: Progress): Objective[] {
  const profitCents = balanceCents - rules.startingBalanceCents;
  const objectives: Objective[] = [];
  if (rules.targetCents !== null) {
    const requiredCents = rules.targetCents;
    objectives.push({
      name: 'target',
      reached: profitCents >= requiredCents,
      currentCents: profitCents,
      requiredCents,
    });
  }
  if (rules.minimumDays > 0) {
    const current = countTradedDays(days);
    objectives.push({ name: 'days', reached: current >= rules.minimumDays, current, required: rules.minimumDays });
  }
  if (rules.consistencyBps !== null) {
    const bestDayCents = findBestDayCents(days);
    const requiredProfitCents = Math.ceil((bestDayCents * 10_000) / rules.consistencyBps);
    const reached = profitCents >= requiredProfitCents;
    objectives.push({ name: 'consistency', reached, bestDayCents, requiredProfitCents });
  }
  return objectives;
}

/** Whether every objective is met. Rules without a target can't be passed. */
export function meetsObjectives(rules: AccountRules, progress: Progress): boolean {
  return rules.targetCents !== null && objectivesOf(rules, progress).every((objective) => objective.reached);
}

export function countTradedDays(days: readonly Pick<DailyResult, 'fills'>[]): number {
  let count = 0;
  for (const { fills } of days) if (fills > 0) count += 1;
  return count;
}

/** The highest result of a single day, in cents; at least zero. */
export function findBestDayCents(days: readonly DailyResult[]): number {
  let bestCents = 0;
  for (const { profitCents } of days) bestCents = Math.max(bestCents, profitCents);
  return bestCents;
}
