import { type Contract, contractExpiresAt } from '#shared/exchange/contract-month.ts';
import { instruments } from '#shared/exchange/instruments.ts';
import { type Blotter, book, cancelLinked, closingSide, putOrder, workingOrders } from './blotter.ts';
import { type BidAsk, isSameContract, oppositeBest } from './orders.ts';

/**
 * Cancels the orders and closes the positions of expired contract months. Positions close at the market.
 */
export function expireContracts(blotter: Blotter, at: number, quotes: readonly BidAsk[]): void {
  const isExpired = (contract: Contract) => at >= contractExpiresAt(contract);
  for (const order of workingOrders(blotter).filter(isExpired)) {
    putOrder(blotter, { ...order, status: 'canceled', doneAt: at, reason: 'expired' });
    cancelLinked(blotter, order, at);
  }
  for (const { instrument, month, quantity, lastPriceTicks } of blotter.state.positions.filter(isExpired)) {
    const side = closingSide(quantity);
    const quote = quotes.find((each) => isSameContract(each, { instrument, month }));
    const priceTicks = quote ? oppositeBest(quote, side) : lastPriceTicks;
    const contracts = Math.abs(quantity);
    const feeCents = instruments[instrument].feeCents * contracts;
    book(blotter, { type: 'fill', at, instrument, month, side, quantity: contracts, priceTicks, feeCents });
  }
}

/** The earliest expiry of the contracts that are held or ordered; null if there are none. */
export function firstExpiryOf(blotter: Blotter): number | null {
  const contracts = [...blotter.state.positions, ...workingOrders(blotter)];
  return contracts.length === 0 ? null : Math.min(...contracts.map(contractExpiresAt));
}
