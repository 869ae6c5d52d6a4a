import { defineFormat, readFill } from '../format.ts';

/** Numbers, dates and headings follow the PC's language, and times its time zone. */
export const ninjaTraderExecutions = defineFormat({
  id: 'ninjatrader-executions',
  name: 'NinjaTrader Executions',
  times: 'ask',
  signature: ['symbol', 'side', 'price', 'quantity', 'at', 'entryExit', 'connection'],
  identity: ['id'],
  hasExecutionIds: true,
  columns: {
    ...{ symbol: [], side: [], quantity: [], price: [], at: [] },
    id: ['id'],
    entryExit: ['e/x', 'e/s'],
    connection: [
      ...['connection', 'verbindung', 'connexion', 'conexión', 'conexão', 'connessione', 'połączenie', 'подключение'],
      ...['соединение', '连接', '接続'],
    ],
  },
  read: readFill,
});
