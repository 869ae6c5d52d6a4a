import { defineFormat, isTakenBack, isUnfilled, readFill, readTrade, skip } from '../format.ts';

const status = ['status', 'state', 'statut', 'etat', 'estado', 'stato', 'stan', 'статус', '状态', '狀態', '状態'];
const common = { times: 'ask', hasAverages: true, identity: ['id'] } as const;

/** Fills of any platform and language whose headings say what each column is. Without a side, its sign is in the quantity. */
export const anyFills = defineFormat({
  ...common,
  id: 'fills',
  name: '',
  isExecutionsOnly: true,
  signature: ['symbol', 'quantity', 'price', 'at'],
  columns: { ...{ symbol: [], side: [], quantity: [], price: [], at: [], id: [] }, status },
  read(cell) {
    const text = cell('status');
    if (cell('price') === '' || isUnfilled(cell('quantity'))) return skip('unfilled');
    return isTakenBack(text) ? { kind: 'unread', reason: 'status', value: text } : readFill(cell);
  },
});

/** Round trips of any platform and language. */
export const anyTrades = defineFormat({
  ...common,
  id: 'trades',
  name: '',
  signature: ['symbol', 'quantity', 'entryPrice', 'exitPrice', 'enteredAt', 'exitedAt'],
  columns: {
    ...{ symbol: [], side: [], quantity: [], entryPrice: [], exitPrice: [], enteredAt: [], exitedAt: [] },
    ...{ exitQuantity: [], id: [] },
  },
  read: (cell) => ({ ...readTrade(cell), exitQuantity: cell('exitQuantity') }),
});

/** Round trips with a purchase and a sale, of which the earlier one is the entry. */
export const anyPairs = defineFormat({
  ...common,
  id: 'pairs',
  name: '',
  signature: ['symbol', 'quantity', 'buyPrice', 'sellPrice', 'boughtAt', 'soldAt'],
  columns: {
    ...{ symbol: [], quantity: [], buyPrice: [], sellPrice: [], boughtAt: [], soldAt: [], id: [] },
  },
  read: (cell) => ({
    ...{ kind: 'trade', symbol: cell('symbol'), side: 'by time', quantity: cell('quantity') },
    ...{ entryPrice: cell('buyPrice'), exitPrice: cell('sellPrice') },
    ...{ enteredAt: cell('boughtAt'), exitedAt: cell('soldAt') },
  }),
});
