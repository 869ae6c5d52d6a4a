import { defineFormat, isUnfilled, readFill, skip } from '../format.ts';

/** Orders of every status, without a zone or fees. Average prices may be off tick. */
export const tradovateOrders = defineFormat({
  id: 'tradovate-orders',
  name: 'Tradovate Orders',
  times: 'ask',
  dateOrder: 'month-first',
  signature: [['orderid'], ['avgprice', 'avg fill price'], ['filledqty', 'filled qty'], ['fill time']],
  identity: ['orderid'],
  columns: {
    account: ['account'],
    at: ['fill time'],
    side: ['b/s'],
    quantity: ['filledqty', 'filled qty'],
    price: ['avgprice', 'avg fill price'],
    symbol: ['contract'],
  },
  read: (cell) => (isUnfilled(cell('quantity')) ? skip : readFill(cell)),
});
