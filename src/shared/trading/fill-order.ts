import { isAveragingDown } from '#shared/accounts/averaging-down.ts';
import { applyEvent } from '#shared/accounts/engine.ts';
import { exceedsContractLimit } from '#shared/accounts/max-contracts.ts';
import type { Fill } from '#shared/accounts/model.ts';
import { findMaxContracts } from '#shared/accounts/rules/contract-steps.ts';
import { instruments } from '#shared/exchange/instruments.ts';
import { type Blotter, book, cancelLinked, closingSide, heldQuantity, putOrder, workingOrders } from './blotter.ts';
import { fitBrackets, placeBracket } from './brackets.ts';
import { openedContracts } from './order-risk.ts';
import { type BidAsk, isSameContract, oppositeBest, type WorkingOrder } from './orders.ts';

/**
 * Fills an order completely. Cancels linked orders, places its bracket, shrinks brackets of a reduced position, and
 * stops trading if the fill ends or locks the account. An order that would exceed the contract limit or break the
 * owner's own one is rejected.
 */
export function fillOrder(
  blotter: Blotter,
  order: WorkingOrder,
  at: number,
  fillTicks: number,
  quotes: readonly BidAsk[],
): void {
  const { instrument, month, side, quantity } = order;
  const feeCents = instruments[instrument].feeCents * quantity;
  const fill: Fill = { type: 'fill', at, instrument, month, side, quantity, priceTicks: fillTicks, feeCents };
  const before = blotter.state;
  const after = applyEvent(blotter.rules, before, fill);
  const isTooLarge = exceedsContractLimit(findMaxContracts(blotter.rules, after), before.positions, after.positions);
  if (isTooLarge || (blotter.noAveragingDown && isAveragingDown(before.positions, fill))) {
    const reason = isTooLarge ? 'contract-limit' : 'averaging-down';
    putOrder(blotter, { ...order, status: 'rejected', doneAt: at, reason });
    cancelLinked(blotter, order, at);
    return;
  }
  blotter.state = after;
  blotter.events.push(fill);
  putOrder(blotter, { ...order, status: 'filled', doneAt: at, fillTicks, feeCents });
  cancelLinked(blotter, order, at);
  fitBrackets(blotter, order, at);
  if (after.status !== 'active') {
    stopTrading(blotter, at, quotes);
    return;
  }
  const opened = openedContracts(heldQuantity(before, order), side, quantity);
  if (opened > 0) placeBracket(blotter, order, opened, fillTicks, at);
}

/** Cancels all orders and closes all positions at the market, after the rules have stopped the account. */
export function stopTrading(blotter: Blotter, at: number, quotes: readonly BidAsk[]): void {
  for (const order of workingOrders(blotter))
    putOrder(blotter, { ...order, status: 'canceled', doneAt: at, reason: 'account-stopped' });
  for (const { instrument, month, quantity, lastPriceTicks } of blotter.state.positions) {
    const side = closingSide(quantity);
    const quote = quotes.find((each) => isSameContract(each, { instrument, month }));
    const priceTicks = quote ? oppositeBest(quote, side) : lastPriceTicks;
    const contracts = Math.abs(quantity);
    const feeCents = instruments[instrument].feeCents * contracts;
    book(blotter, { type: 'fill', at, instrument, month, side, priceTicks, quantity: contracts, feeCents });
  }
}
