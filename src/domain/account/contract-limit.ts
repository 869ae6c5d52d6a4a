import type { AccountRules } from '../rules/types.ts';
import { applyEvent } from './engine.ts';
import type { AccountEvent, Fill } from './events.ts';
import type { AccountState } from './state.ts';
import { contractsIn } from './view-account.ts';

/** The moment at which an account came to hold more contracts than its rules allow, in minis. */
export type ContractLimitCrossing = { readonly at: number; readonly contracts: number };

/**
 * Each fill by which the account, within its limit until then, came to hold more than it may. Fills on top of that, and
 * smaller ones back into the limit, are none; the next crossing is another.
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
    if (before <= rules.maxContracts && contracts > rules.maxContracts) crossings.push({ at: event.at, contracts });
  }
  return crossings;
}

/** Even if all fills went one way, most deliveries stay far within the limit: those cost nothing more. */
function mayCross(rules: AccountRules, { positions }: AccountState, events: readonly AccountEvent[]): boolean {
  const fills = events.filter((event): event is Fill => event.type === 'fill');
  if (fills.length === 0) return false;
  const traded = fills.map((fill) => ({ ...fill, costTicks: 0, lastPriceTicks: fill.priceTicks, lots: [] }));
  return contractsIn(positions) + contractsIn(traded) > rules.maxContracts;
}
