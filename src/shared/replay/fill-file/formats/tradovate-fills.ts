import { defineFormat, readFill, skip } from '../format.ts';

/**
 * UTC, with fees. A busted fill isn't active. Columns with an underscore hold raw values, without display settings.
 */
export const tradovateFills = defineFormat({
  id: 'tradovate-fills',
  name: 'Tradovate Fills',
  times: 'utc',
  dateOrder: 'month-first',
  signature: [['_timestamp'], ['_price'], 'id', ['b/s']],
  identity: ['id'],
  hasExecutionIds: true,
  columns: {
    id: ['fill id'],
    account: ['account'],
    at: ['_timestamp', 'timestamp'],
    side: ['b/s', '_action'],
    quantity: ['_qty', 'quantity'],
    price: ['_price', 'price'],
    symbol: ['contract'],
    active: ['_active'],
  },
  read: (cell) => (/^false$/i.test(cell('active')) ? skip('busted') : readFill(cell)),
});
