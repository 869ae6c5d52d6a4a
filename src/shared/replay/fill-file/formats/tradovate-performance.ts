import { defineFormat } from '../format.ts';

/** Round trips without a zone or fees. Only the times show which side came first. */
export const tradovatePerformance = defineFormat({
  id: 'tradovate-performance',
  name: 'Tradovate Performance',
  times: 'ask',
  dateOrder: 'month-first',
  signature: ['buyId', 'sellId', 'boughtAt', 'soldAt'],
  identity: ['buyId', 'sellId'],
  columns: {
    buyId: ['buyfillid'],
    sellId: ['sellfillid'],
    symbol: ['symbol'],
    quantity: ['qty'],
    buyPrice: ['buyprice'],
    sellPrice: ['sellprice'],
    boughtAt: ['boughttimestamp'],
    soldAt: ['soldtimestamp'],
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
