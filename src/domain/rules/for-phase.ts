import type { AccountPhase } from '../account/lifecycle.ts';
import type { AccountRules } from './types.ts';

/** A funded account has nothing left to pass: its floors and limits stay, its goals go. */
export function rulesForPhase(rules: AccountRules, phase: AccountPhase): AccountRules {
  if (phase === 'evaluation') return rules;
  return { ...rules, targetCents: null, minimumDays: 0, consistencyBps: null };
}
