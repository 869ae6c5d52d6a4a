import { defineFormat, readFill, skip } from '../format.ts';

/**
 * UTC, with fees. A fill that was busted isn't active. The columns with an underscore are the platform's own values,
 * before its display settings.
 */
export const tradovateFills = defineFormat({
  id: 'tradovate-fills',
  name: 'Tradovate Fills',
  times: 'utc',
  dateOrder: 'month-first',
  signature: [['_timestamp'], ['_price'], ['fill id'], ['b/s']],
  identity: ['fill id'],
  columns: {
    account: ['account'],
    at: ['_timestamp', 'timestamp'],
    side: ['b/s', '_action'],
    quantity: ['_qty', 'quantity'],
    price: ['_price', 'price'],
    symbol: ['contract'],
    fee: ['commission'],
    active: ['_active'],
  },
  read(cell) {
    if (/^false$/i.test(cell('active'))) return skip;
    return { ...readFill(cell), fee: cell('fee') };
  },
});
