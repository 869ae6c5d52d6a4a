import { defineFormat, isUnfilled, readFill, skip } from '../format.ts';

/**
 * Completed orders, of which a canceled one may be filled in part. The zone is in the heading, the commission is the
 * whole order's or a rate per contract, and average prices may be off tick.
 */
export const rTrader = defineFormat({
  id: 'r-trader',
  name: 'R | Trader Pro',
  times: 'heading',
  dateOrder: 'month-first',
  areOrders: true,
  hasAverages: true,
  signature: ['quantity', 'price', 'side', 'at'],
  identity: ['id'],
  columns: {
    id: ['order number'],
    account: ['account'],
    at: ['update time'],
    side: ['buy/sell'],
    quantity: ['qty filled'],
    price: ['avg fill price'],
    symbol: ['symbol'],
    feeRate: ['commission fill rate'],
  },
  read(cell) {
    if (isUnfilled(cell('quantity'))) return skip('unfilled');
    return { ...readFill(cell), feeRate: cell('feeRate') };
  },
});
