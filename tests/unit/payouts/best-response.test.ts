import { describe, expect, test } from 'vitest';
import { readCatalog } from '#content/catalog.ts';
import { soldAccountOf } from '#content/economics.ts';
import { nextRandom } from '#lib/random.ts';
import { replay } from '#shared/accounts/engine.ts';
import { tickCents } from '#shared/exchange/instruments.ts';
import { nextTradingDay, sessionCloseAt, type TradingDay } from '#shared/exchange/trading-day.ts';
import { solveEvaluation } from '../../economics/evaluation-response.ts';
import { findBet, lastBet } from '../../economics/fair-bet.ts';
import { solveFunded } from '../../economics/funded-response.ts';
import { readMarkets } from '../../economics/market-days.ts';
import { type PlayedDay, playDay } from '../../economics/play-day.ts';
import { playAccounts } from '../../economics/play-response.ts';
import { sizeTrade } from '../../economics/trade-costs.ts';

const catalog = readCatalog();
const { evaluations, rulesVersion } = catalog.packages;
const stepCents = 5_000;

function accountOf(id: string, version = rulesVersion) {
  const sold = evaluations.find((each) => each.id === id);
  if (!sold) throw new Error(`${id} isn’t on sale`);
  return soldAccountOf(catalog, version, sold);
}

const markets = readMarkets(400);
const calendar: PlayedDay[] = [];
for (let day = '2026-01-05' as TradingDay; calendar.length < 250; day = nextTradingDay(day)) {
  const [closeAt, prices] = [sessionCloseAt(day), new Int32Array(1)];
  calendar.push({ day, month: '2026-12', firstAt: closeAt - 3_600_000, closeAt, bids: prices, asks: prices });
}

/** A trade of the size that was computed, whose gain is as likely as in a fair game. */
const playByChance: typeof playDay = (rules, state, { day, firstAt, closeAt }, exit, random) => {
  const close = { type: 'day-close', at: closeAt, day } as const;
  if (exit === null) return replay(rules, [close], state);
  const { instrument, quantity } = sizeTrade(Math.max(exit.gainCents, exit.lossCents));
  const worth = tickCents(instrument, quantity);
  const gain = Math.ceil(exit.gainCents / worth);
  const loss = Math.max(1, Math.floor(exit.lossCents / worth));
  const ticks = nextRandom(random) < loss / (loss + gain) ? gain : -loss;
  const fill = { type: 'fill', instrument, month: '2026-12', quantity, feeCents: 0 } as const;
  const opening = { ...fill, at: firstAt, side: 'buy', priceTicks: 100_000 } as const;
  const mark = { type: 'mark', instrument, month: '2026-12', at: firstAt + 1, priceTicks: 100_000 + ticks } as const;
  const closing = { ...fill, at: firstAt + 2, side: 'sell', priceTicks: 100_000 + ticks } as const;
  return replay(rules, [opening, mark, closing, close], state);
};

const solved = new Map<string, ReturnType<typeof solveFunded>>();

/** A year of a funded account's best trades, which two tests play. */
function solve(sold: ReturnType<typeof accountOf>, step: number) {
  const key = JSON.stringify([sold, step]);
  const funded = solved.get(key) ?? solveFunded(sold, step, 250);
  solved.set(key, funded);
  return funded;
}

function meanOf(values: readonly number[]) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
  return { mean, error: Math.sqrt(variance / values.length) };
}

describe('the best bet without an edge', () => {
  // Gambler's ruin: between a ruin 3 below and a goal 1 above, a fair game reaches the goal in 3 of 4 cases.
  test('between ruin and a goal reaches the goal as often as a fair game does', () => {
    const [losses, gains] = [Float64Array.from([0, 0, 0]), Float64Array.from([0, 100])];
    const [results, between] = [Float64Array.from([0, 1]), Float64Array.from([0, 1.5])];
    expect(findBet(losses, 0, 3, gains, results, 1)).toBe(75);
    expect(lastBet()).toEqual({ loss: 3, gain: 1, chance: 0.75 });
    // The same goal between two steps: 3 in 4.5.
    expect(findBet(losses, 0, 3, gains, between, 1)).toBeCloseTo(100 / 1.5, 9);
    expect(lastBet().gain).toBe(1.5);
  });

  test('is none where staying is worth more', () => {
    const [gains, results] = [Float64Array.from([60, 70]), Float64Array.from([0, 1])];
    expect(findBet(Float64Array.from([0, 0]), 0, 2, gains, results, 1)).toBe(60);
    expect(lastBet().loss).toBe(0);
  });
});

describe('an account without an edge', () => {
  // A fair game that ends 750 below or 1,500 above its start ends above in one of three cases.
  test('passes a third of the evaluations that lose 750 and need 1,500', () => {
    const { passShare } = solveEvaluation(accountOf('ascension-25k'), stepCents, 120, 100_000);
    expect(passShare).toBeCloseTo(1 / 3, 3);
  });

  // What it pays in expectation can't exceed its maximum loss times the chance of losing it.
  test.each(['classic-25k', 'ascension-25k'])('draws less from %s than it may lose', (id) => {
    const { rules } = accountOf(id);
    const { drawnCents } = solveFunded(accountOf(id), stepCents, 250);
    expect(drawnCents).toBeGreaterThan(10_000);
    expect(drawnCents).toBeLessThan('maxLossCents' in rules.drawdown ? rules.drawdown.maxLossCents : 0);
  });

  // Each trade wins as often as a fair game: no price, only rules, closes and quotes.
  test.each([
    ['classic-25k', stepCents],
    ['ascension-25k', stepCents],
    ['merit-25k', 10_000],
  ])('draws from %s what was computed, if trades end by chance alone', (id, step) => {
    const sold = accountOf(id);
    const funded = solve(sold, step);
    const days = { evaluation: 0, funded: 250, from: 0 };
    const played = playAccounts(sold, { evaluation: null, funded }, calendar, days, 600, playByChance);
    const { mean, error } = meanOf(played.map(({ receivedCents }) => receivedCents));
    expect(Math.abs(mean - funded.drawnCents)).toBeLessThan(3 * error);
  });

  // The cost of trading is all that the market adds: without fees and spread what was computed is drawn, and less with
  // them. Accounts on one market share its days, so that the error is that between markets.
  test.each([
    ['classic-25k', stepCents, 60],
    ['merit-25k', 10_000, 15],
  ])('draws from %s in the market what was computed, if trades cost nothing, and less at our costs', (...row) => {
    const [id, step, accounts] = row;
    const sold = accountOf(id);
    const strategy = { evaluation: null, funded: solve(sold, step) };
    const play = (day: typeof playDay) =>
      meanOf(
        markets.map((market, from) => {
          const days = { evaluation: 0, funded: 250, from: from * 15 };
          const played = playAccounts(sold, strategy, market, days, accounts, day);
          return meanOf(played.map(({ receivedCents }) => receivedCents)).mean;
        }),
      );
    const free = play((rules, state, day, exit, random) =>
      playDay(rules, state, { ...day, asks: day.bids, feeShare: 0 }, exit, random),
    );
    expect(Math.abs(free.mean - strategy.funded.drawnCents)).toBeLessThan(3 * free.error);
    expect(play(playDay).mean).toBeLessThan(free.mean);
  });
});
