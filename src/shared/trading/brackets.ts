import type { Contract } from '#shared/exchange/contract-month.ts';
import { type Blotter, closingSide, heldQuantity, putOrder, workingOrders } from './blotter.ts';
import { isSameContract, oppositeOf, signOf, type WorkingOrder } from './orders.ts';

/** Places target and stop, linked to each other, for the contracts that an entry's fill has just opened. */
export function placeBracket(
  blotter: Blotter,
  entry: WorkingOrder,
  quantity: number,
  entryTicks: number,
  at: number,
): void {
  const { bracket, instrument, month } = entry;
  if (bracket === null) return;
  const { targetTicks, stopTicks } = bracket;
  const side = oppositeOf(entry.side);
  const direction = signOf(entry.side);
  const common = { instrument, month, side, quantity, parentId: entry.id, bracket: null, placedAt: at } as const;
  const ocoGroup = targetTicks !== null && stopTicks !== null ? blotter.newId() : null;
  if (targetTicks !== null) {
    const priceTicks = entryTicks + direction * targetTicks;
    const terms = {
      id: blotter.newId(),
      role: 'target',
      type: 'limit',
      priceTicks,
      ocoGroup,
      status: 'working',
    } as const;
    putOrder(blotter, { ...common, ...terms });
  }
  if (stopTicks !== null) {
    const priceTicks = entryTicks - direction * stopTicks;
    const terms = { id: blotter.newId(), role: 'protective-stop', type: 'stop', priceTicks, ocoGroup } as const;
    putOrder(blotter, { ...common, ...terms, status: 'working' });
  }
}

/**
 * Keeps a contract's brackets within its position: cancels them if it is flat or has reversed, and shrinks them so that
 * together they cover no more than it holds. The oldest entry's shrink first, because fills close the oldest contracts.
 */
export function fitBrackets(blotter: Blotter, contract: Contract, at: number): void {
  const held = heldQuantity(blotter.state, contract);
  const brackets = new Map<string, WorkingOrder[]>();
  for (const order of workingOrders(blotter)) {
    if (order.parentId === null || !isSameContract(order, contract)) continue;
    if (order.side !== closingSide(held)) endBracketOrder(blotter, order, at);
    else brackets.set(order.parentId, [...(brackets.get(order.parentId) ?? []), order]);
  }
  const sizes = [...brackets.values()].map((orders) => Math.max(...orders.map(({ quantity }) => quantity)));
  let excess = sizes.reduce((sum, size) => sum + size, 0) - Math.abs(held);
  for (const orders of brackets.values()) {
    if (excess <= 0) return;
    const size = Math.max(...orders.map(({ quantity }) => quantity));
    const taken = Math.min(size, excess);
    excess -= taken;
    for (const order of orders) {
      if (size === taken) endBracketOrder(blotter, order, at);
      else putOrder(blotter, { ...order, quantity: size - taken });
    }
  }
}

function endBracketOrder(blotter: Blotter, order: WorkingOrder, at: number): void {
  putOrder(blotter, { ...order, status: 'canceled', doneAt: at, reason: 'position-closed' });
}
