import { defineFormat, isUnfilled, readFill, skip } from '../format.ts';

/** Completed orders. The zone is in the heading; the commission is per contract; average prices may be off tick. */
export const rTrader = defineFormat({
  id: 'r-trader',
  name: 'R | Trader Pro',
  times: 'heading',
  dateOrder: 'month-first',
  signature: [['qty filled'], ['avg fill price'], ['buy/sell'], ['update time']],
  identity: ['order number'],
  columns: {
    account: ['account'],
    at: ['update time'],
    side: ['buy/sell'],
    quantity: ['qty filled'],
    price: ['avg fill price'],
    symbol: ['symbol'],
    fee: ['commission fill rate'],
  },
  read(cell) {
    if (isUnfilled(cell('quantity'))) return skip;
    return { ...readFill(cell), fee: cell('fee'), feePer: 'contract' };
  },
});
