import type { output } from 'zod/mini';
import { type Deps, invalid, ServiceError } from '#server/core/deps.ts';
import { getMarket, marketTime } from '#server/core/market.ts';
import type { changeTradingOrder } from '#shared/trading/contract.ts';
import { isBracketOrder, isReached, isWorking, type OrderPrice, type WorkingOrder } from '#shared/trading/orders.ts';
import { checkDoneOrder } from './check-done.ts';
import { checkNotCopied, checkTrading } from './check-trading.ts';
import { findQuote } from './quotes.ts';
import { type TradingBlotter, tradingAccountOf } from './read-blotters.ts';
import { checkOpenAtPlatform, placeOrder, quotesNow, type TradingReply, withBlotter } from './run-order.ts';

type Request = output<typeof changeTradingOrder.body>;

/**
 * Changes a working order's price or quantity. At a price the market has reached, a limit order fills at once.
 * @throws {ServiceError} 404 for an unknown order; 409 for one that is done, and for the same reasons as a new order;
 * 422 for a bracket's quantity, which follows its position
 */
export async function changeTradingOrderFor(deps: Deps, personId: string, request: Request): Promise<TradingReply> {
  return withBlotter(deps, personId, request.account, async (trading, trx) => {
    const isKnown = trading.blotter.orders.has(request.orderId);
    if (isKnown) {
      change(deps, trading, request);
      checkOpenAtPlatform(trading);
      return request.orderId;
    }
    await checkDoneOrder(trx, request);
    throw new ServiceError(409, 'trading_order_done');
  });
}

function change(deps: Deps, trading: TradingBlotter, request: Request): void {
  const order = trading.blotter.orders.get(request.orderId);
  if (!order || !isWorking(order)) throw new ServiceError(409, 'trading_order_done');
  const price = priceAfter(order, request.priceTicks);
  const quantity = request.quantity ?? order.quantity;
  const quote = findQuote(getMarket(deps), order, trading.frameNumber);
  if (isBracketOrder(order)) {
    checkNotCopied(tradingAccountOf(trading));
    if (quantity !== order.quantity) throw invalid({ quantity: ['invalid'] });
  } else {
    const { instrument, month, side } = order;
    const proposed = { instrument, month, side, quantity, type: order.type, group: order.ocoGroup ?? order.id };
    const marketView = { isOpen: quote !== null, dataAt: request.dataAt, now: marketTime(deps) };
    checkTrading(
      tradingAccountOf(trading, ({ id }) => id === order.id),
      marketView,
      proposed,
    );
  }
  if (quote === null) throw new ServiceError(409, 'trading_market_closed');
  if (price.type === 'stop' && isReached(price, order.side, quote)) throw new ServiceError(409, 'trading_stop_reached');
  const version = (order.version ?? 1) + 1;
  placeOrder(trading, { ...order, ...price, quantity, version }, quote, quotesNow(deps, trading, order));
}

function priceAfter(order: WorkingOrder, priceTicks: number | undefined): OrderPrice {
  if (order.type === 'market') return { type: 'market' };
  return { type: order.type, priceTicks: priceTicks ?? order.priceTicks };
}
