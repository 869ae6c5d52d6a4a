import { defineFormat, isTakenBack, isUnfilled, readFill, skip } from '../format.ts';

/**
 * Orders of every status, whose quantity is the one that was ordered: without a filled quantity, an order that was
 * canceled after a partial fill doesn't say how much was filled.
 */
export const tradingView = defineFormat({
  id: 'tradingview',
  name: 'TradingView',
  times: 'ask',
  areOrders: true,
  hasAverages: true,
  signature: ['symbol', 'side', 'ordered', 'price', 'status', 'placedAt', 'at'],
  identity: ['id'],
  columns: {
    id: ['order id'],
    account: ['account'],
    symbol: ['symbol'],
    side: ['side'],
    ordered: ['qty', 'quantity'],
    quantity: ['filled qty', 'qty filled', 'filled quantity', 'filled'],
    price: ['avg fill price', 'fill price'],
    status: ['status'],
    placedAt: ['placing time'],
    at: ['closing time', 'update time'],
  },
  read(cell) {
    const filled = cell('quantity');
    if (cell('price') === '' || (filled !== '' && isUnfilled(filled))) return skip('unfilled');
    const isUnclear = filled === '' && !/^filled$/i.test(cell('status'));
    if (isUnclear && isTakenBack(cell('status'))) return { kind: 'unread', reason: 'status', value: cell('status') };
    return { ...readFill(cell), quantity: filled || cell('ordered') };
  },
});
