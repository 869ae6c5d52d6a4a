import { defineFormat } from '../format.ts';

/** Round trips, also as the pairs of a position's history, without a zone or fees. Only the times show which side came first. */
export const tradovatePerformance = defineFormat({
  id: 'tradovate-performance',
  name: 'Tradovate Performance',
  times: 'ask',
  dateOrder: 'month-first',
  signature: ['buyId', 'sellId', 'boughtAt', 'soldAt'],
  identity: ['buyId', 'sellId'],
  columns: {
    buyId: ['buyfillid', 'buy fill id'],
    sellId: ['sellfillid', 'sell fill id'],
    symbol: ['symbol', 'contract'],
    quantity: ['qty', 'paired qty'],
    buyPrice: ['buyprice', 'buy price'],
    sellPrice: ['sellprice', 'sell price'],
    boughtAt: ['boughttimestamp', 'bought timestamp'],
    soldAt: ['soldtimestamp', 'sold timestamp'],
  },
  read: (cell) => ({
    kind: 'trade',
    symbol: cell('symbol'),
    side: 'by time',
    quantity: cell('quantity'),
    entryPrice: cell('buyPrice'),
    exitPrice: cell('sellPrice'),
    enteredAt: cell('boughtAt'),
    exitedAt: cell('soldAt'),
  }),
});
