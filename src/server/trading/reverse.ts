import type { output } from 'zod/mini';
import { type Deps, invalid, ServiceError } from '#server/core/deps.ts';
import { getMarket, marketTime } from '#server/core/market.ts';
import { isContractMonth } from '#shared/exchange/contract-month.ts';
import { closingSide, heldQuantity } from '#shared/trading/blotter.ts';
import type { reversePosition } from '#shared/trading/contract.ts';
import { tradableMonths } from '#shared/trading/market/contracts.ts';
import { cancelWorking } from './cancel-all.ts';
import { checkTrading } from './check-trading.ts';
import { findQuote } from './quotes.ts';
import { tradingAccountOf } from './read-blotters.ts';
import { marketOrder, placeOnce, placeOrder, quotesNow, type TradingReply } from './run-order.ts';

type Request = output<typeof reversePosition.body>;

/**
 * Cancels a contract's working orders and reverses its position with one market order of twice its size. An expired
 * month can only be closed.
 * @throws {ServiceError} 404 for another person's account; 409 without a position, and for the same reasons as a new
 * order
 */
export async function reversePositionFor(deps: Deps, personId: string, request: Request): Promise<TradingReply> {
  const { instrument, month, dataAt } = request;
  const isOffered =
    isContractMonth(instrument, month) && tradableMonths(instrument, deps.clock().getTime()).includes(month);
  if (!isOffered) throw invalid({ month: ['invalid'] });
  const contract = { instrument, month };
  return placeOnce(deps, personId, 'reverse', request, (trading) => {
    const { blotter, at, frameNumber } = trading;
    const held = heldQuantity(blotter.state, contract);
    if (held === 0) throw new ServiceError(409, 'trading_no_position');
    cancelWorking(trading, contract);
    const side = closingSide(held);
    const order = marketOrder({ ...contract, side, quantity: 2 * Math.abs(held), role: 'reverse' }, at);
    const quote = findQuote(getMarket(deps), contract, frameNumber);
    const marketView = { isOpen: quote !== null, dataAt, now: marketTime(deps) };
    checkTrading(tradingAccountOf(trading), marketView, order);
    if (quote === null) throw new ServiceError(409, 'trading_market_closed');
    placeOrder(trading, order, quote, quotesNow(deps, trading));
    return order.id;
  });
}
