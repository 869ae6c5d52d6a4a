import { defineFormat, readTrade } from '../format.ts';

/** Round trips with their excursions, in the PC's language and time zone. */
export const ninjaTraderTrades = defineFormat({
  id: 'ninjatrader-trades',
  name: 'NinjaTrader Trades',
  times: 'ask',
  signature: [
    ['market pos.', 'market pos', 'marktpos.', 'pos. marché', 'pos. mercado'],
    ['entry price', 'einstiegspreis', 'prix d’entrée', "prix d'entrée", 'precio de entrada', 'preço de entrada'],
    ['mae'],
    ['mfe'],
  ],
  columns: {
    account: ['account', 'konto', 'compte', 'cuenta', 'conta'],
    symbol: ['instrument', 'instrumento'],
    side: ['market pos.', 'market pos', 'marktpos.', 'pos. marché', 'pos. mercado'],
    quantity: ['qty', 'quantity', 'menge', 'qté', 'quantité', 'cant.', 'cantidad', 'qtd', 'quantidade'],
    entryPrice: [
      'entry price',
      'einstiegspreis',
      'prix d’entrée',
      "prix d'entrée",
      'precio de entrada',
      'preço de entrada',
    ],
    exitPrice: ['exit price', 'ausstiegspreis', 'prix de sortie', 'precio de salida', 'preço de saída'],
    enteredAt: ['entry time', 'einstiegszeit', 'heure d’entrée', "heure d'entrée", 'hora de entrada'],
    exitedAt: ['exit time', 'ausstiegszeit', 'heure de sortie', 'hora de salida', 'hora de saída'],
    fee: ['commission', 'kommission', 'provision', 'comisión', 'comissão'],
    adverse: ['mae'],
    favourable: ['mfe'],
  },
  read: (cell) => ({
    ...readTrade(cell),
    fee: cell('fee'),
    adverse: cell('adverse'),
    favourable: cell('favourable'),
  }),
});
