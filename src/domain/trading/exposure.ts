import { contractsIn } from '../account/view-account.ts';
import type { Holding } from '../copier/sizing.ts';
import type { Contract } from '../instrument/contract-month.ts';
import { isSameContract, type OrderSide, type WorkingOrder } from './orders.ts';

/** An order that may still be filled, as far as it matters for the size of a position. */
export type PossibleFill = Contract & {
  readonly side: OrderSide;
  readonly quantity: number;
  /** At most one order of a group is filled. */
  readonly group: string;
};

export function possibleFillOf({ id, instrument, month, side, quantity, ocoGroup }: WorkingOrder): PossibleFill {
  return { instrument, month, side, quantity, group: ocoGroup ?? id };
}

/**
 * The most contracts, in minis, that positions and working orders can lead to: for each contract the larger of what it
 * holds, of all purchases filled and of all sales filled. Linked orders count once. A bracket only reduces and isn't
 * given.
 */
export function largestExposure(positions: readonly Holding[], orders: readonly PossibleFill[]): number {
  return contractsIn(largestPositions(positions, orders));
}

function largestPositions(positions: readonly Holding[], orders: readonly PossibleFill[]) {
  const contracts: Contract[] = [];
  for (const each of [...positions, ...orders]) {
    if (!contracts.some((known) => isSameContract(known, each))) contracts.push(each);
  }
  return contracts.map(({ instrument, month }) => {
    const contract = { instrument, month };
    const held = positions.find((each) => isSameContract(each, contract))?.quantity ?? 0;
    const own = orders.filter((each) => isSameContract(each, contract));
    const bought = sumOf(own, 'buy');
    const sold = sumOf(own, 'sell');
    return { instrument, quantity: Math.max(Math.abs(held), held + bought, sold - held) };
  });
}

function sumOf(orders: readonly PossibleFill[], side: OrderSide): number {
  const largest = new Map<string, number>();
  for (const each of orders) {
    if (each.side !== side) continue;
    largest.set(each.group, Math.max(largest.get(each.group) ?? 0, each.quantity));
  }
  return [...largest.values()].reduce((sum, quantity) => sum + quantity, 0);
}
