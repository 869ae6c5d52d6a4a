import { defineFormat, isUnfilled, readFill, skip } from '../format.ts';

/** Orders of every status, without a zone or fees. Average prices may be off tick. */
export const tradovateOrders = defineFormat({
  id: 'tradovate-orders',
  name: 'Tradovate Orders',
  times: 'ask',
  dateOrder: 'month-first',
  areOrders: true,
  hasAverages: true,
  signature: ['id', 'price', 'quantity', 'at'],
  identity: ['id'],
  columns: {
    id: ['orderid'],
    account: ['account'],
    at: ['fill time'],
    side: ['b/s'],
    quantity: ['filledqty', 'filled qty'],
    price: ['avgprice', 'avg fill price'],
    symbol: ['contract'],
  },
  read: (cell) => (isUnfilled(cell('quantity')) ? skip('unfilled') : readFill(cell)),
});
