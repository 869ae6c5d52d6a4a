import { defineFormat, readFill, skip } from '../format.ts';

/**
 * UTC, with fees. A busted fill isn't active. Columns with an underscore hold raw values, without display settings.
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
