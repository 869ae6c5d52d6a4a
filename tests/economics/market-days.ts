import { deriveDayKeys } from '#server/core/market.ts';
import { frontMonthOf } from '#shared/exchange/contract-month.ts';
import { nextTradingDay, sessionCloseAt, type TradingDay } from '#shared/exchange/trading-day.ts';
import { createMarket, frameNumberAt, readQuote, simulatedHours } from '#shared/trading/index.ts';
import type { PlayedDay } from './play-day.ts';

const secondMs = 1_000;
const seconds = 22 * 3_600;
/** As many days of prices are on each market; side and time of each trade are drawn. */
const distinctDays = 20;
/** Accounts on one market share the luck of its days, so that only many markets say what is drawn on average. */
const marketCount = 20;

export const readMarkets = (days: number): readonly (readonly PlayedDay[])[] =>
  Array.from({ length: marketCount }, (_, index) => readMarketDays(days, `economics ${index}`));

/** Trading days of a year, with prices of the simulated market under keys of their own. */
function readMarketDays(count: number, seed: string): readonly PlayedDay[] {
  const market = createMarket(deriveDayKeys(Buffer.from(seed)), simulatedHours);
  const days: PlayedDay[] = [];
  for (let day = '2026-01-05' as TradingDay; days.length < count; day = nextTradingDay(day)) {
    const closeAt = sessionCloseAt(day);
    const firstAt = closeAt - seconds * secondMs - 5 * 60 * secondMs;
    const month = frontMonthOf('NQ', firstAt);
    const known = days[days.length % distinctDays];
    const [bids, asks] = known ? [known.bids, known.asks] : [new Int32Array(seconds), new Int32Array(seconds)];
    if (known === undefined) {
      for (let second = 0; second < seconds; second += 1) {
        const quote = readQuote(market, 'NQ', month, frameNumberAt(firstAt + second * secondMs));
        bids[second] = quote?.bidTicks ?? 0;
        asks[second] = quote?.askTicks ?? 0;
      }
    }
    days.push({ day, month, firstAt, closeAt, bids, asks });
  }
  return days;
}
