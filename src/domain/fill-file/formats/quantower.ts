import { defineFormat } from '../format.ts';

/** Sells have a negative quantity, fees a negative amount. The month may be only in the expiration date. */
export const quantower = defineFormat({
  id: 'quantower',
  name: 'Quantower',
  times: 'ask',
  signature: [['date/time'], ['symbol'], ['trade value'], ['trade id'], ['gross p/l']],
  columns: {
    account: ['account'],
    at: ['date/time'],
    symbol: ['symbol'],
    expiry: ['expiration date'],
    side: ['side'],
    quantity: ['quantity'],
    price: ['price'],
    fee: ['fee'],
  },
  read: (cell) => ({
    kind: 'fill',
    at: cell('at'),
    symbol: cell('symbol'),
    expiry: cell('expiry'),
    side: cell('side'),
    quantity: cell('quantity'),
    price: cell('price'),
    fee: cell('fee'),
  }),
});
