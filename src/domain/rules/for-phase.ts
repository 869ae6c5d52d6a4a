import type { AccountPhase } from '../account/lifecycle.ts';
import type { AccountRules } from './types.ts';

/** A funded account can't be passed: it keeps floors and limits and loses its targets. */
export function rulesForPhase(rules: AccountRules, phase: AccountPhase): AccountRules {
  if (phase === 'evaluation') return rules;
  return { ...rules, targetCents: null, minimumDays: 0, consistencyBps: null };
}
