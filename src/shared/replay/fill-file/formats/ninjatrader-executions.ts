import { defineFormat, readFill } from '../format.ts';

/** Numbers, dates and headings follow the PC's language, and times its time zone. */
export const ninjaTraderExecutions = defineFormat({
  id: 'ninjatrader-executions',
  name: 'NinjaTrader Executions',
  times: 'ask',
  signature: ['symbol', 'side', 'price', 'quantity', 'at', 'entryExit', 'connection'],
  identity: ['id'],
  columns: {
    id: ['id'],
    account: [
      ...['account', 'account name', 'account display name', 'konto', 'compte', 'cuenta', 'conta', 'conto'],
      ...['счет', '账户', '帐户'],
    ],
    symbol: ['instrument', 'instrumento', 'strumento', 'инструмент', '合约', '商品'],
    side: ['action', 'aktion', 'acción', 'ação', 'azione', 'действие', '操作', '动作'],
    quantity: [
      'quantity',
      'qty',
      'menge',
      'quantité',
      'qté',
      'cantidad',
      'quantidade',
      'quantità',
      'количество',
      '数量',
    ],
    price: ['price', 'preis', 'prix', 'precio', 'preço', 'prezzo', 'цена', '价格'],
    at: ['time', 'zeit', 'uhrzeit', 'heure', 'temps', 'hora', 'tiempo', 'ora', 'tempo', 'время', '时间'],
    entryExit: ['e/x', 'e/s'],
    connection: [
      ...['connection', 'verbindung', 'connexion', 'conexión', 'conexão', 'connessione', 'подключение', 'соединение'],
      ...['连接'],
    ],
  },
  read: readFill,
});
