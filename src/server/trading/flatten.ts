import type { output } from 'zod/mini';
import { type Deps, ServiceError } from '#server/core/deps.ts';
import { getMarket } from '#server/core/market.ts';
import type { Contract } from '#shared/exchange/contract-month.ts';
import { closingSide, heldQuantity } from '#shared/trading/blotter.ts';
import type { flattenPositions } from '#shared/trading/contract.ts';
import { cancelWorking, matchesFilter } from './cancel-all.ts';
import { checkTrading } from './check-trading.ts';
import { findQuote } from './quotes.ts';
import { type TradingBlotter, tradingAccountOf } from './read-blotters.ts';
import { marketOrder, placeOnce, placeOrder, quotesNow, type TradingReply } from './run-order.ts';

type Request = output<typeof flattenPositions.body>;

/**
 * Cancels working orders and closes positions at the market, however old the trader's prices are. On a flat account it
 * only cancels.
 * @throws {ServiceError} 404 for another person's account; 409 while a market is closed, for an account that is over,
 * and for one that the copier trades
 */
export async function flattenPositionsFor(deps: Deps, personId: string, request: Request): Promise<TradingReply> {
  const flatten = (trading: TradingBlotter) => {
    cancelWorking(trading, request);
    const contracts = trading.blotter.state.positions.filter((each) => matchesFilter(each, request));
    const ids = contracts.flatMap((contract) => closePosition(deps, trading, contract) ?? []);
    // Repeating the request returns the first of its orders.
    return ids[0] ?? null;
  };
  return placeOnce(deps, personId, 'flatten', request, flatten);
}

function closePosition(deps: Deps, trading: TradingBlotter, { instrument, month }: Contract): string | null {
  const { blotter, at, frameNumber } = trading;
  const contract = { instrument, month };
  const held = heldQuantity(blotter.state, contract);
  if (held === 0) return null;
  const order = marketOrder({ ...contract, side: closingSide(held), quantity: Math.abs(held), role: 'flatten' }, at);
  const quote = findQuote(getMarket(deps), contract, frameNumber);
  const now = deps.clock().getTime();
  checkTrading(tradingAccountOf(trading), { isOpen: quote !== null, dataAt: now, now }, order);
  if (quote === null) throw new ServiceError(409, 'trading_market_closed');
  placeOrder(trading, order, quote, quotesNow(deps, trading));
  return order.id;
}
