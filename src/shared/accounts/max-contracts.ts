import { applyEvent } from './engine.ts';
import type { AccountEvent, AccountRules, AccountState, Fill, Position } from './model.ts';
import { findMaxContracts, firstMaxContracts } from './rules/contract-steps.ts';
import { contractsIn } from './view-account.ts';

/** When an account exceeded its contract limit of that day, and how many minis it then held. */
export type ContractLimitCrossing = { readonly at: number; readonly contracts: number; readonly maxContracts: number };

/** Whether a platform rejects a change of positions: it ends above the limit and doesn't reduce the contracts held. */
export function exceedsContractLimit(
  maxContracts: number,
  before: readonly Pick<Position, 'instrument' | 'quantity'>[],
  after: readonly Pick<Position, 'instrument' | 'quantity'>[],
): boolean {
  return contractsIn(after) > Math.max(maxContracts, contractsIn(before));
}

/**
 * Each fill that takes the account from within its contract limit to above it. Further fills above the limit
 * and partial reductions don't count; the next crossing does.
 */
export function findContractLimitCrossings(
  rules: AccountRules,
  from: AccountState,
  events: readonly AccountEvent[],
): readonly ContractLimitCrossing[] {
  if (!mayCross(rules, from, events)) return [];
  const crossings: ContractLimitCrossing[] = [];
  let state = from;
  for (const event of events) {
    const before = contractsIn(state.positions);
    state = applyEvent(rules, state, event);
    const contracts = contractsIn(state.positions);
    const maxContracts = findMaxContracts(rules, state);
    if (before <= maxContracts && contracts > maxContracts) crossings.push({ at: event.at, contracts, maxContracts });
  }
  return crossings;
}

/** Cheap upper bound: most batches of events stay within the limit even if all their fills go one way. */
function mayCross(rules: AccountRules, { positions }: AccountState, events: readonly AccountEvent[]): boolean {
  const fills = events.filter((event): event is Fill => event.type === 'fill');
  if (fills.length === 0) return false;
  const traded = fills.map((fill) => ({ ...fill, costTicks: 0, lastPriceTicks: fill.priceTicks, lots: [] }));
  return contractsIn(positions) + contractsIn(traded) > firstMaxContracts(rules);
}
