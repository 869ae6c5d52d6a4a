import { defineFormat, isUnfilled, skip } from '../format.ts';

/** Completed orders. The zone is in the heading, the commission is per contract, averages may lie between ticks. */
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
    const quantity = cell('quantity');
    if (isUnfilled(quantity)) return skip;
    return {
      kind: 'fill',
      at: cell('at'),
      symbol: cell('symbol'),
      side: cell('side'),
      quantity,
      price: cell('price'),
      fee: cell('fee'),
      feePer: 'contract',
    };
  },
});
