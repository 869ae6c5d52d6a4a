import { type Contract, contractExpiresAt } from '../instrument/contract-month.ts';
import { type Blotter, book, cancelLinked, closingSide, putOrder, workingOrders } from './blotter.ts';
import { isSameContract, oppositeBest, type Quote } from './orders.ts';

/**
 * Ends what is left in months that are over: orders are cancelled, and positions closed at the market, for which the
 * platform charges nothing.
 */
export function expireContracts(blotter: Blotter, at: number, quotes: readonly Quote[]): void {
  const isOver = ({ month }: Contract) => at >= contractExpiresAt({ month });
  for (const order of workingOrders(blotter).filter(isOver)) {
    putOrder(blotter, { ...order, status: 'cancelled', doneAt: at, reason: 'expired' });
    cancelLinked(blotter, order, at);
  }
  for (const { instrument, month, quantity, lastPriceTicks } of blotter.state.positions.filter(isOver)) {
    const side = closingSide(quantity);
    const quote = quotes.find((each) => isSameContract(each, { instrument, month }));
    const priceTicks = quote ? oppositeBest(quote, side) : lastPriceTicks;
    const fill = { at, instrument, month, side, quantity: Math.abs(quantity), priceTicks, feeCents: 0 };
    book(blotter, { type: 'fill', ...fill });
  }
}

/** When the first month of what is held or ordered is over; null with nothing of either. */
export function firstExpiryOf(blotter: Blotter): number | null {
  const contracts = [...blotter.state.positions, ...workingOrders(blotter)];
  return contracts.length === 0 ? null : Math.min(...contracts.map(contractExpiresAt));
}
