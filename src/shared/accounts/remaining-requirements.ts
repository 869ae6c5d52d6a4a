import type { BreachRule } from './model.ts';
import type { AccountView } from './view.ts';

/** What an account still needs to pass. Objectives are checked at a day's close, without open positions. */
export type RemainingRequirement =
  | { readonly name: 'breached'; readonly rule: BreachRule }
  | { readonly name: 'no-target' }
  | { readonly name: 'target'; readonly missingCents: number }
  | { readonly name: 'days'; readonly missing: number }
  | { readonly name: 'consistency'; readonly missingCents: number; readonly bestDayCents: number }
  | { readonly name: 'open-positions'; readonly contracts: number }
  | { readonly name: 'day-close' };

export type RequirementsView = Pick<
  AccountView,
  'status' | 'objectives' | 'balanceCents' | 'startingBalanceCents' | 'contractsInUse'
> & { readonly breach: { readonly rule: BreachRule } | null };

/** Empty for a passed account. A breach is returned alone, because no other requirement can undo it. */
export function remainingRequirements(view: RequirementsView): readonly RemainingRequirement[] {
  if (view.status === 'passed') return [];
  if (view.breach !== null) return [{ name: 'breached', rule: view.breach.rule }];
  if (!view.objectives.some((objective) => objective.name === 'target')) return [{ name: 'no-target' }];
  const missing = view.objectives.flatMap((objective): RemainingRequirement[] => {
    if (objective.reached) return [];
    if (objective.name === 'target') {
      return [{ name: 'target', missingCents: objective.requiredCents - objective.currentCents }];
    }
    if (objective.name === 'days') return [{ name: 'days', missing: objective.required - objective.current }];
    // Consistency doesn't apply before the first winning day.
    if (objective.requiredProfitCents <= 0) return [];
    const profitCents = view.balanceCents - view.startingBalanceCents;
    const missingCents = objective.requiredProfitCents - profitCents;
    return [{ name: 'consistency', missingCents, bestDayCents: objective.bestDayCents }];
  });
  if (view.contractsInUse > 0) missing.push({ name: 'open-positions', contracts: view.contractsInUse });
  return missing.length === 0 ? [{ name: 'day-close' }] : missing;
}
