import { defineFormat, readFill } from '../format.ts';

/** Numbers, dates and headings follow the PC's language, and times its time zone. */
export const ninjaTraderExecutions = defineFormat({
  id: 'ninjatrader-executions',
  name: 'NinjaTrader Executions',
  times: 'ask',
  signature: [
    ['instrument', 'instrumento'],
    ['action', 'aktion', 'acción', 'ação'],
    ['price', 'preis', 'prix', 'precio', 'preço'],
    ['e/x'],
    ['connection', 'verbindung', 'connexion', 'conexión', 'conexão'],
  ],
  identity: ['id'],
  columns: {
    account: ['account', 'account name', 'konto', 'compte', 'cuenta', 'conta'],
    symbol: ['instrument', 'instrumento'],
    side: ['action', 'aktion', 'acción', 'ação'],
    quantity: ['quantity', 'menge', 'quantité', 'cantidad', 'quantidade'],
    price: ['price', 'preis', 'prix', 'precio', 'preço'],
    at: ['time', 'zeit', 'heure', 'hora'],
    fee: ['commission', 'kommission', 'provision', 'comisión', 'comissão'],
  },
  read: (cell) => ({ ...readFill(cell), fee: cell('fee') }),
});
