import type { AccountEvent, Fill } from '#shared/accounts/model.ts';
import type { Trade } from '#shared/accounts/statistics/trades.ts';
import { contractKey } from '#shared/exchange/contract-month.ts';
import { instruments } from '#shared/exchange/instruments.ts';
import { quantileOf } from './intervals.ts';
import type { ReviewReport } from './shape.ts';

export type Excursion = ReturnType<typeof closeTrade>;

type OpenTrade = { quantity: number; costTicks: number; lowTicks: number; highTicks: number; prices: number };

/** The excursions of the trades that `tradesOf` returns for the same events, in the same order. */
export function excursionsOf(events: Iterable<AccountEvent>): readonly Excursion[] {
  const open = new Map<string, OpenTrade>();
  const closed: Excursion[] = [];
  for (const event of events) {
    if (event.type !== 'fill' && event.type !== 'mark') continue;
    const contract = contractKey(event);
    const held = open.get(contract);
    if (event.type === 'mark') {
      if (held) trackPrice(held, event.priceTicks, 1);
      continue;
    }
    const direction = event.side === 'buy' ? 1 : -1;
    const closing = held && held.quantity * direction < 0 ? Math.min(event.quantity, Math.abs(held.quantity)) : 0;
    if (held && closing > 0) {
      trackPrice(held, event.priceTicks, 0);
      addFill(held, direction * closing, event);
      if (held.quantity === 0) {
        closed.push(closeTrade(held, event));
        open.delete(contract);
      }
    }
    if (event.quantity > closing) {
      const next = open.get(contract) ?? { quantity: 0, costTicks: 0, lowTicks: 0, highTicks: 0, prices: 0 };
      trackPrice(next, event.priceTicks, 0);
      addFill(next, direction * (event.quantity - closing), event);
      open.set(contract, next);
    }
  }
  return closed;
}

function trackPrice(held: OpenTrade, priceTicks: number, prices: number): void {
  const ticks = held.quantity * priceTicks - held.costTicks;
  held.lowTicks = Math.min(held.lowTicks, ticks);
  held.highTicks = Math.max(held.highTicks, ticks);
  held.prices += prices;
}

function addFill(held: OpenTrade, signed: number, { priceTicks }: Fill): void {
  held.quantity += signed;
  held.costTicks += signed * priceTicks;
}

/** How far a trade moved against and in favor of the trader before it closed, without fees. Both are positive. */
function closeTrade({ lowTicks, highTicks, prices }: OpenTrade, { instrument }: Fill) {
  const { tickValueHundredths } = instruments[instrument];
  const cents = (ticks: number) => Math.round((ticks * tickValueHundredths) / 100);
  return { adverseCents: cents(-lowTicks), favorableCents: cents(highTicks), prices };
}

/** @param excursions in the order of `trades` @param from prices before this time are no longer stored */
export function summarizeExcursions(
  trades: readonly Trade[],
  excursions: readonly Excursion[],
  from: number,
): ReviewReport['excursions'] {
  const known = trades.flatMap((trade, index) => {
    const excursion = excursions[index];
    return excursion && excursion.prices > 0 && trade.openedAt >= from ? [{ trade, excursion }] : [];
  });
  const winners = known.filter(({ trade }) => trade.resultCents > 0);
  const losers = known.filter(({ trade }) => trade.resultCents < 0);
  const averageLossCents = losers.reduce((sum, { trade }) => sum - trade.resultCents, 0) / losers.length;
  const at = (list: typeof known, key: 'adverseCents' | 'favorableCents', share = 0.5) => {
    const sorted = list.map(({ excursion }) => excursion[key]).sort((left, right) => left - right);
    return sorted.length === 0 ? null : Math.round(quantileOf(sorted, share));
  };
  return {
    trades: known.length,
    winners: winners.length,
    losers: losers.length,
    winnerAdverseCents: at(winners, 'adverseCents'),
    loserAdverseCents: at(losers, 'adverseCents'),
    winnerFavorableCents: at(winners, 'favorableCents'),
    loserFavorableCents: at(losers, 'favorableCents'),
    mostWinnersAdverseCents: at(winners, 'adverseCents', 0.9),
    losersOnceAhead: losers.filter(({ excursion }) => excursion.favorableCents >= averageLossCents).length,
  };
}
