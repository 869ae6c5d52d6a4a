import { exceedsContractLimit } from '../account/contract-limit.ts';
import { applyEvent } from '../account/engine.ts';
import type { Fill } from '../account/events.ts';
import { instruments } from '../instrument/instruments.ts';
import { fitBrackets, placeBracket } from './brackets.ts';
import {
  book,
  cancelLinked,
  cancelOrder,
  closingSide,
  type Desk,
  heldQuantity,
  putOrder,
  workingOrders,
} from './desk.ts';
import { isSameContract, oppositeBest, type Quote, signOf, type WorkingOrder } from './orders.ts';

/**
 * Fills a whole order and does what follows: linked orders are cancelled, its bracket is placed, brackets of a reduced
 * position shrink, and an account that its rules stop is closed. Above the contract limit the order is rejected.
 */
export function fillOrder(
  desk: Desk,
  order: WorkingOrder,
  at: number,
  fillTicks: number,
  quotes: readonly Quote[],
): void {
  const { instrument, month, side, quantity } = order;
  const feeCents = instruments[instrument].feeCents * quantity;
  const fill: Fill = { type: 'fill', at, instrument, month, side, quantity, priceTicks: fillTicks, feeCents };
  const before = desk.state;
  const after = applyEvent(desk.rules, before, fill);
  if (exceedsContractLimit(desk.rules, before.positions, after.positions)) {
    putOrder(desk, { ...order, status: 'rejected', doneAt: at, reason: 'contract-limit' });
    cancelLinked(desk, order, at);
    return;
  }
  desk.state = after;
  desk.events.push(fill);
  putOrder(desk, { ...order, status: 'filled', doneAt: at, fillTicks, feeCents });
  cancelLinked(desk, order, at);
  fitBrackets(desk, order, at);
  const wasActive = before.status === 'active';
  if (wasActive && after.status !== 'active') {
    closeDesk(desk, at, quotes);
    return;
  }
  const heldBefore = heldQuantity(before, order);
  const opened = quantity - Math.min(quantity, Math.max(0, -heldBefore * signOf(side)));
  if (order.bracket !== null && opened > 0) placeBracket(desk, order, opened, fillTicks, at);
}

/** What follows when the rules stop an account: its orders are cancelled and its positions closed at the market. */
export function closeDesk(desk: Desk, at: number, quotes: readonly Quote[]): void {
  for (const { id } of workingOrders(desk)) cancelOrder(desk, id, at, 'account-stopped');
  for (const { instrument, month, quantity, lastPriceTicks } of desk.state.positions) {
    const side = closingSide(quantity);
    const quote = quotes.find((each) => isSameContract(each, { instrument, month }));
    const priceTicks = quote ? oppositeBest(quote, side) : lastPriceTicks;
    // The platform's own closing order, for which it charges nothing.
    book(desk, {
      type: 'fill',
      ...{ at, instrument, month, side, priceTicks },
      quantity: Math.abs(quantity),
      feeCents: 0,
    });
  }
}
