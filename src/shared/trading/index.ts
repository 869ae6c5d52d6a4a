/** All that other areas use of orders, matching and the simulated market; the calls are in contract.ts. */
export { type Blotter, putOrder, workingOrders } from './blotter.ts';
export { fitBrackets } from './brackets.ts';
export { decideTrading, type TradingAccount, type TradingRule } from './decide-trading.ts';
export { possibleFillOf } from './exposure.ts';
export { checkPrice, type PriceCheck } from './market/check-price.ts';
export { simulatedHours, type TradingHours } from './market/hours.ts';
export type { KeyEntry } from './market/key-chain.ts';
export type { DayKey } from './market/keystream.ts';
export { createMarket, frameMs, frameNumberAt, type Market, type MarketQuote, readQuote } from './market/market.ts';
export type { DayKeys } from './market/walk.ts';
export { openResultCents, ticksToFloor } from './order-risk.ts';
export {
  type BidAsk,
  isBracketOrder,
  isSameContract,
  isWorking,
  type OrderEndReason,
  type OrderPrice,
  oppositeBest,
  signOf,
  type TradingOrder,
  type WorkingOrder,
} from './orders.ts';
