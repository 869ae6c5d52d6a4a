import { defineFormat, readFill } from '../format.ts';

/** Sells have a negative quantity and fees a negative amount. The month may be only in the expiration date. */
export const quantower = defineFormat({
  id: 'quantower',
  name: 'Quantower',
  times: 'ask',
  signature: ['at', 'symbol', 'tradeValue', 'id', 'grossResult'],
  identity: ['id'],
  hasExecutionIds: true,
  columns: {
    id: ['trade id'],
    account: ['account'],
    at: ['date/time'],
    symbol: ['symbol'],
    expiry: ['expiration date'],
    type: ['symbol type'],
    strike: ['strike price'],
    side: ['side'],
    quantity: ['quantity'],
    price: ['price'],
    tradeValue: ['trade value'],
    grossResult: ['gross p/l'],
  },
  read: (cell) => ({
    ...readFill(cell),
    // An option may have the symbol of its future, so only the type and strike price identify it.
    symbol: isOption(cell('type'), cell('strike')) ? `${cell('symbol')} ${cell('strike') || 'option'}` : cell('symbol'),
    expiry: cell('expiry'),
  }),
});

function isOption(type: string, strike: string): boolean {
  return /option|opción|opção/i.test(type) || /[1-9]/.test(strike);
}
