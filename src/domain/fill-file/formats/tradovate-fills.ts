import { defineFormat } from '../format.ts';

/** UTC, with fees. The columns with an underscore are the platform's own values, before its display settings. */
export const tradovateFills = defineFormat({
  id: 'tradovate-fills',
  name: 'Tradovate Fills',
  times: 'utc',
  dateOrder: 'month-first',
  signature: [['_timestamp'], ['_price'], ['fill id'], ['b/s']],
  columns: {
    account: ['account'],
    at: ['_timestamp', 'timestamp'],
    side: ['b/s', '_action'],
    quantity: ['_qty', 'quantity'],
    price: ['_price', 'price'],
    symbol: ['contract'],
    fee: ['commission'],
  },
  read: (cell) => ({
    kind: 'fill',
    at: cell('at'),
    symbol: cell('symbol'),
    side: cell('side'),
    quantity: cell('quantity'),
    price: cell('price'),
    fee: cell('fee'),
  }),
});
