import { defineFormat, readTrade } from '../format.ts';

/** Round trips with their excursions, in the PC's language and time zone. */
export const ninjaTraderTrades = defineFormat({
  id: 'ninjatrader-trades',
  name: 'NinjaTrader Trades',
  times: 'ask',
  hasAverages: true,
  signature: ['side', 'entryPrice', 'exitPrice', 'enteredAt', 'exitedAt', 'adverse', 'favorable'],
  columns: {
    ...{ symbol: [], side: [], quantity: [], entryPrice: [], exitPrice: [], enteredAt: [], exitedAt: [] },
    adverse: ['mae'],
    favorable: ['mfe'],
  },
  read: (cell) => ({ ...readTrade(cell), adverse: cell('adverse'), favorable: cell('favorable') }),
});
