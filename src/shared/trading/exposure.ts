import { contractsIn } from '#shared/accounts/view-account.ts';
import type { Holding } from '#shared/copier/sizing.ts';
import type { Contract } from '#shared/exchange/contract-month.ts';
import { instruments, type Side } from '#shared/exchange/instruments.ts';
import { isSameContract, type WorkingOrder } from './orders.ts';

/** The part of a working order that matters for the size of a position. */
export type PossibleFill = Contract & {
  readonly side: Side;
  readonly quantity: number;
  /** At most one order of a group is filled. */
  readonly group: string;
};

export function possibleFillOf({ id, instrument, month, side, quantity, ocoGroup }: WorkingOrder): PossibleFill {
  return { instrument, month, side, quantity, group: ocoGroup ?? id };
}

/**
 * The most contracts, in minis, that positions and working orders can lead to. For each contract it is the largest of
 * the current position, the position with all buys filled and the one with all sells filled. Linked orders count once.
 * @param orders without bracket orders, which only reduce
 */
export function maxExposure(positions: readonly Holding[], orders: readonly PossibleFill[]): number {
  return contractsIn(maxPositions(positions, orders));
}

function maxPositions(positions: readonly Holding[], orders: readonly PossibleFill[]) {
  const contracts: Contract[] = [];
  for (const each of [...positions, ...orders]) {
    if (!contracts.some((known) => isSameContract(known, each))) contracts.push(each);
  }
  return contracts.map(({ instrument, month }) => {
    const contract = { instrument, month };
    const held = positions.find((each) => isSameContract(each, contract))?.quantity ?? 0;
    const contractOrders = orders.filter((each) => isSameContract(each, contract));
    const bought = sumOf(contractOrders, 'buy');
    const sold = sumOf(contractOrders, 'sell');
    return { instrument, quantity: Math.max(Math.abs(held), held + bought, sold - held) };
  });
}

/** Whether an order could lead to one product being held both long and short, in different months or sizes. */
export function couldMakeSpread(
  positions: readonly Holding[],
  orders: readonly PossibleFill[],
  order: PossibleFill,
): boolean {
  const direction = order.side === 'buy' ? 1 : -1;
  const { fullSize } = instruments[order.instrument];
  const reachOf = (contract: Contract, side: Side) => {
    const held = positions.find((each) => isSameContract(each, contract))?.quantity ?? 0;
    const sum = sumOf(
      [...orders, order].filter((each) => isSameContract(each, contract)),
      side,
    );
    return side === 'buy' ? held + sum : held - sum;
  };
  if (direction * reachOf(order, order.side) <= 0) return false;
  const opposite = order.side === 'buy' ? 'sell' : 'buy';
  return [...positions, ...orders].some(
    (other) =>
      instruments[other.instrument].fullSize === fullSize &&
      !isSameContract(other, order) &&
      direction * reachOf(other, opposite) < 0,
  );
}

function sumOf(orders: readonly PossibleFill[], side: Side): number {
  const largest = new Map<string, number>();
  for (const each of orders) {
    if (each.side !== side) continue;
    largest.set(each.group, Math.max(largest.get(each.group) ?? 0, each.quantity));
  }
  return [...largest.values()].reduce((sum, quantity) => sum + quantity, 0);
}
