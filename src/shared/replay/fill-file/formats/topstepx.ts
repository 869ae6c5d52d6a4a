import { defineFormat, readTrade } from '../format.ts';

/** Round trips with an offset in each time. The result is gross; fees and commissions are separate amounts. */
export const topstepX = defineFormat({
  id: 'topstepx',
  name: 'TopstepX',
  times: 'row',
  dateOrder: 'month-first',
  signature: [['contractname'], ['enteredat'], ['exitedat'], ['entryprice']],
  identity: ['id'],
  columns: {
    symbol: ['contractname'],
    side: ['type'],
    quantity: ['size'],
    entryPrice: ['entryprice'],
    exitPrice: ['exitprice'],
    enteredAt: ['enteredat'],
    exitedAt: ['exitedat'],
    fees: ['fees'],
    commissions: ['commissions'],
  },
  read: (cell) => ({
    ...readTrade(cell),
    fee: `${cell('fees')} + ${cell('commissions')}`,
  }),
});
