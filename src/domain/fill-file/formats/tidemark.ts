import { defineFormat } from '../format.ts';

/** The headings of our own list of fills, in order. */
export const tidemarkHeadings = ['filled_at', 'instrument', 'month', 'side', 'quantity', 'price', 'fee_usd'] as const;

/** Our own list of fills: UTC, with fees. */
export const tidemark = defineFormat({
  id: 'tidemark',
  name: 'Tidemark',
  times: 'utc',
  dateOrder: 'month-first',
  signature: [['filled_at'], ['month'], ['fee_usd']],
  columns: {
    account: ['account'],
    at: ['filled_at'],
    instrument: ['instrument'],
    month: ['month'],
    side: ['side'],
    quantity: ['quantity'],
    price: ['price'],
    fee: ['fee_usd'],
  },
  read: (cell) => ({
    kind: 'fill',
    at: cell('at'),
    symbol: cell('instrument'),
    expiry: cell('month'),
    side: cell('side'),
    quantity: cell('quantity'),
    price: cell('price'),
    fee: cell('fee'),
  }),
});
