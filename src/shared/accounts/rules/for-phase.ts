import type { AccountPhase } from '../lifecycle.ts';
import type { AccountRules } from '../model.ts';

/** Rules for a phase. A funded account can't be passed, so it keeps floors and limits but has no targets. */
export function rulesForPhase(rules: AccountRules, phase: AccountPhase): AccountRules {
  if (phase === 'evaluation') return rules;
  return { ...rules, targetCents: null, minimumDays: 0, consistencyBps: null };
}
