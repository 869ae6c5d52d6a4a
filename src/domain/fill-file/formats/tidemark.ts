import { defineFormat } from '../format.ts';

/** The list of fills that an account exports here: UTC, with fees, newest first. */
export const tidemark = defineFormat({
  id: 'tidemark',
  name: 'Tidemark',
  times: 'utc',
  isFreeOfFees: true,
  signature: [['time'], ['trading_day'], ['month'], ['fee_usd']],
  identity: ['id'],
  columns: {
    account: ['account'],
    at: ['time'],
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
