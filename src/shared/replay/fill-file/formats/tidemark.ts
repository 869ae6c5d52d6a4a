import { defineFormat, readFill } from '../format.ts';

/** Our own export of an account's fills: UTC, with fees, newest first. */
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
    symbol: ['instrument'],
    expiry: ['month'],
    side: ['side'],
    quantity: ['quantity'],
    price: ['price'],
    fee: ['fee_usd'],
  },
  read: (cell) => ({ ...readFill(cell), expiry: cell('expiry'), fee: cell('fee') }),
});
