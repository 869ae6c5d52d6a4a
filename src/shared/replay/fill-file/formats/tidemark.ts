import { defineFormat, readFill } from '../format.ts';

/** Our own export of an account's fills: UTC, with fees, newest first. */
export const tidemark = defineFormat({
  id: 'tidemark',
  name: 'Tidemark',
  times: 'utc',
  isFreeOfFees: true,
  signature: ['at', ['trading_day'], 'expiry', ['fee_usd']],
  identity: ['id'],
  hasExecutionIds: true,
  columns: {
    id: ['id'],
    account: ['account'],
    at: ['time'],
    symbol: ['instrument'],
    expiry: ['month'],
    side: ['side'],
    quantity: ['quantity'],
    price: ['price'],
  },
  read: (cell) => ({ ...readFill(cell), expiry: cell('expiry') }),
});
