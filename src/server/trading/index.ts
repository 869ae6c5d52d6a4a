/** All that other areas use of the terminal, matching and the simulated market. */
export { deleteOldOrders } from './delete-old-orders.ts';
export { findKeyHead } from './market/publish-keys.ts';
export { orderOf, type TradingOrderRow } from './order-rows.ts';
export { findQuote } from './quotes.ts';
export { catchUp, readBlotters, type TradingBlotter, tradingAccountOf } from './read-blotters.ts';
export { runMatcher } from './run-matcher.ts';
export { placeOrder, quotesNow } from './run-order.ts';
export { hasChanges, storeBlotters } from './store-blotter.ts';
