import { defineFormat, readTrade } from '../format.ts';

/** Round trips with their excursions, in the PC's language and time zone. */
export const ninjaTraderTrades = defineFormat({
  id: 'ninjatrader-trades',
  name: 'NinjaTrader Trades',
  times: 'ask',
  hasAverages: true,
  signature: ['side', 'entryPrice', 'exitPrice', 'enteredAt', 'exitedAt', 'adverse', 'favorable'],
  columns: {
    account: ['account', 'account display name', 'konto', 'compte', 'cuenta', 'conta', 'conto', 'счет', '账户', '帐户'],
    symbol: ['instrument', 'instrumento', 'strumento', 'инструмент', '合约', '商品'],
    side: [
      ...['market pos.', 'marktpos.', 'marktposition', 'pos. marché', 'pos. mercado', 'pos. del mercado'],
      ...['pos. mercato', 'pos. de mercado', 'рын. поз.', 'позиция', '市场仓位', '市场头寸'],
    ],
    quantity: [
      ...['qty', 'quantity', 'menge', 'anz.', 'qté', 'quantité', 'cant.', 'cantidad', 'qtd', 'qtde', 'quantidade'],
      ...['q.tà', 'qtà', 'quantità', 'кол-во', 'количество', '数量'],
    ],
    entryPrice: [
      ...['entry price', 'einstiegspreis', "prix d'entrée", 'precio de entrada', 'preço de entrada'],
      ...[
        "prezzo d'entrata",
        'prezzo di entrata',
        'prezzo di ingresso',
        'цена входа',
        '入场价格',
        '进场价格',
        '入场价',
      ],
    ],
    exitPrice: [
      ...['exit price', 'ausstiegspreis', 'prix de sortie', 'precio de salida', 'preço de saída'],
      ...['prezzo di uscita', "prezzo d'uscita", 'цена выхода', '出场价格', '离场价格', '出场价'],
    ],
    enteredAt: [
      ...['entry time', 'einstiegszeit', "heure d'entrée", "temps d'entrée", 'hora de entrada', 'tiempo de entrada'],
      ...["ora d'entrata", 'ora di entrata', 'ora di ingresso', 'время входа', '入场时间', '进场时间'],
    ],
    exitedAt: [
      ...['exit time', 'ausstiegszeit', 'heure de sortie', 'temps de sortie', 'hora de salida', 'tiempo de salida'],
      ...['hora de saída', 'ora di uscita', "ora d'uscita", 'время выхода', '出场时间', '离场时间'],
    ],
    adverse: ['mae'],
    favorable: ['mfe'],
  },
  read: (cell) => ({ ...readTrade(cell), adverse: cell('adverse'), favorable: cell('favorable') }),
});
