import { defineFormat, readTrade } from '../format.ts';

/** Round trips with an offset in each time. The result is gross; fees and commissions are separate amounts. */
export const topstepX = defineFormat({
  id: 'topstepx',
  name: 'TopstepX',
  times: 'row',
  dateOrder: 'month-first',
  hasAverages: true,
  signature: ['symbol', 'enteredAt', 'exitedAt', 'entryPrice'],
  identity: ['id'],
  columns: {
    id: ['id'],
    symbol: ['contractname'],
    side: ['type'],
    quantity: ['size'],
    entryPrice: ['entryprice'],
    exitPrice: ['exitprice'],
    enteredAt: ['enteredat'],
    exitedAt: ['exitedat'],
  },
  read: readTrade,
});
