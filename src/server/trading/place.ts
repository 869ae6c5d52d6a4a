import type { output } from 'zod/mini';
import { type Deps, invalid, newId, ServiceError } from '#server/core/deps.ts';
import { getMarket, marketTime } from '#server/core/market.ts';
import { type Contract, isContractMonth } from '#shared/exchange/contract-month.ts';
import { putOrder, workingOrders } from '#shared/trading/blotter.ts';
import type { placeTradingOrder } from '#shared/trading/contract.ts';
import { isReducing } from '#shared/trading/decide-trading.ts';
import { tradableMonths } from '#shared/trading/market/contracts.ts';
import {
  type Bracket,
  isBracketOrder,
  isReached,
  isWorking,
  type OrderPrice,
  type WorkingOrder,
} from '#shared/trading/orders.ts';
import { checkTrading } from './check-trading.ts';
import { findQuote } from './quotes.ts';
import { type TradingBlotter, tradingAccountOf } from './read-blotters.ts';
import { placeOnce, placeOrder, quotesNow, type TradingReply } from './run-order.ts';

type Request = output<typeof placeTradingOrder.body>;

/**
 * Places an order for the account's owner. At the market, it fills at once at the opposite best price of the current
 * frame. Repeating the `requestId` places nothing.
 * @throws {ServiceError} 404 for another person's account; 409 with rule and remaining limits where the account may
 * not trade it, for a linked order that is done, and for a stop price the market has reached; 422 for a contract, price
 * or link
 */
export async function placeTradingOrderFor(deps: Deps, personId: string, request: Request): Promise<TradingReply> {
  const price = readPrice(request);
  return placeOnce(deps, personId, 'place', request, (trading) => place(deps, trading, request, price));
}

function place(deps: Deps, trading: TradingBlotter, request: Request, price: OrderPrice): string {
  const { blotter, at, frameNumber } = trading;
  const { instrument, side, quantity, dataAt } = request;
  const contract = readContract(deps, trading, request);
  const linked = findLinked(trading, request.ocoWith);
  const quote = findQuote(getMarket(deps), contract, frameNumber);
  const proposed = { ...contract, side, quantity, type: price.type, group: linked?.ocoGroup ?? linked?.id };
  const marketView = { isOpen: quote !== null, dataAt, now: marketTime(deps) };
  checkTrading(tradingAccountOf(trading), marketView, proposed);
  if (quote === null) throw new ServiceError(409, 'trading_market_closed');
  if (price.type === 'stop' && isReached(price, side, quote)) throw new ServiceError(409, 'trading_stop_reached');
  const ocoGroup = linked === null ? null : (linked.ocoGroup ?? linked.id);
  if (linked !== null && linked.ocoGroup === null) putOrder(blotter, { ...linked, ocoGroup });
  const order: WorkingOrder = {
    ...{ id: newId(), instrument, month: contract.month, side, quantity, ocoGroup, ...price },
    ...{ role: 'own', parentId: null, bracket: readBracket(request), placedAt: at, status: 'working' },
  };
  placeOrder(trading, order, quote, quotesNow(deps, trading, contract));
  return order.id;
}

function readPrice({ type, priceTicks, ocoWith }: Request): OrderPrice {
  if (type === 'market') {
    // A market order fills at once, which would only cancel the linked order.
    if (ocoWith !== undefined) throw invalid({ ocoWith: ['invalid'] });
    return { type };
  }
  if (priceTicks === undefined) throw invalid({ priceTicks: ['required'] });
  return { type, priceTicks };
}

/** Allows an expired month to be closed, but not opened. */
function readContract(deps: Deps, { blotter }: TradingBlotter, request: Request): Contract {
  const { instrument, month, side, quantity } = request;
  if (!isContractMonth(instrument, month)) throw invalid({ month: ['invalid'] });
  const contract = { instrument, month };
  const isClosing = isReducing(blotter.state.positions, { ...contract, side, quantity });
  const isOffered = tradableMonths(instrument, deps.clock().getTime()).includes(month);
  if (!isOffered && !isClosing) throw invalid({ month: ['invalid'] });
  return contract;
}

function findLinked({ blotter }: TradingBlotter, id: string | undefined): WorkingOrder | null {
  if (id === undefined) return null;
  const order = blotter.orders.get(id);
  if (!order || !isWorking(order) || isBracketOrder(order)) throw new ServiceError(409, 'trading_order_done');
  // Linked orders count once toward the limit, so chains must not grow without end.
  const isLinked = workingOrders(blotter).some(
    ({ id: other, ocoGroup }) => other !== id && ocoGroup === order.ocoGroup,
  );
  if (order.ocoGroup !== null && isLinked) throw invalid({ ocoWith: ['invalid'] });
  return order;
}

function readBracket({ bracket }: Request): Bracket | null {
  if (!bracket || (bracket.targetTicks === null && bracket.stopTicks === null)) return null;
  return bracket;
}
