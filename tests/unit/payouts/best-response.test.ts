import { describe, expect, test } from 'vitest';
import { readCatalog } from '#content/catalog.ts';
import { soldAccountOf } from '#content/economics.ts';
import { nextRandom } from '#lib/random.ts';
import { replay } from '#shared/accounts/engine.ts';
import { instruments, tickCents } from '#shared/exchange/instruments.ts';
import { nextTradingDay, sessionCloseAt, type TradingDay } from '#shared/exchange/trading-day.ts';
import { solveEvaluation } from '#shared/payouts/economics/evaluation-response.ts';
import { findBet } from '#shared/payouts/economics/fair-bet.ts';
import { solveFunded } from '#shared/payouts/economics/funded-response.ts';
import { measureBest } from '#shared/payouts/economics/measure-best.ts';
import type { PlayedDay, playDay } from '#shared/payouts/economics/play-day.ts';
import { playAccounts } from '#shared/payouts/economics/play-response.ts';
import { sizeTrade } from '#shared/payouts/economics/trade-costs.ts';
import { readMarkets } from '#tools/market-days.ts';

const catalog = readCatalog();
const { evaluations, rulesVersion } = catalog.packages;
const stepCents = 7_500;
const free = new Float64Array(4);

function accountOf(id: string, version = rulesVersion) {
  const sold = evaluations.find((each) => each.id === id);
  if (!sold) throw new Error(`${id} isn’t on sale`);
  return soldAccountOf(catalog, version, sold);
}

const calendar: PlayedDay[] = [];
for (let day = '2026-01-05' as TradingDay; calendar.length < 250; day = nextTradingDay(day)) {
  const [closeAt, prices] = [sessionCloseAt(day), new Int32Array(1)];
  calendar.push({ day, month: '2026-12', firstAt: closeAt - 3_600_000, closeAt, bids: prices, asks: prices });
}

/** A trade of the size and costs that were computed, whose gain is as likely as in a fair game with a tick of spread. */
const playByChance: typeof playDay = (rules, state, { day, firstAt, closeAt }, exit, random) => {
  const close = { type: 'day-close', at: closeAt, day } as const;
  if (exit === null) return replay(rules, [close], state);
  const { instrument, quantity } = sizeTrade(Math.max(exit.gainCents, exit.lossCents));
  const [worth, feeCents] = [tickCents(instrument, quantity), instruments[instrument].feeCents * quantity];
  const gain = Math.ceil((exit.gainCents + 2 * feeCents) / worth);
  const loss = Math.max(1, Math.floor((exit.lossCents - 2 * feeCents) / worth));
  const ticks = nextRandom(random) < (loss - 1) / (loss + gain) ? gain : -loss;
  const fill = { type: 'fill', instrument, month: '2026-12', quantity, feeCents } as const;
  const opening = { ...fill, at: firstAt, side: 'buy', priceTicks: 100_000 } as const;
  const mark = { type: 'mark', instrument, month: '2026-12', at: firstAt + 1, priceTicks: 100_000 + ticks } as const;
  const closing = { ...fill, at: firstAt + 2, side: 'sell', priceTicks: 100_000 + ticks } as const;
  return replay(rules, [opening, mark, closing, close], state);
};

function meanOf(values: readonly number[]) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
  return { mean, error: Math.sqrt(variance / values.length) };
}

describe('the best bet without an edge', () => {
  // Gambler's ruin: between a ruin 3 below and a goal 1 above, a fair game reaches the goal in 3 of 4 cases.
  test('between ruin and a goal reaches the goal as often as a fair game does', () => {
    const values = Float64Array.from([0, 0, 0, 0, 100]);
    expect(findBet(values, 5, -3, free)).toEqual({ bet: { loss: 3, gain: 1, chance: 0.75 }, value: 75 });
  });

  test('is none where staying is worth more, and costs make its gain less likely', () => {
    expect(findBet(Float64Array.from([0, 0, 60, 70]), 4, -2, free).bet.loss).toBe(0);
    const { bet } = findBet(Float64Array.from([0, 0, 0, 0, 100]), 5, -3, new Float64Array(4).fill(0.2));
    expect(bet.chance).toBeCloseTo(0.7, 10);
  });
});

describe('an account without an edge', () => {
  // A fair game that ends 750 below or 1,500 above its start ends above in one of three cases, and less after costs.
  test('passes a third of the evaluations that lose 750 and need 1,500', () => {
    const { passShare } = solveEvaluation(accountOf('ascension-25k'), stepCents, 120, 100_000);
    expect(passShare).toBeGreaterThan(0.3);
    expect(passShare).toBeLessThan(1 / 3);
  });

  // What it pays in expectation can't exceed its maximum loss times the chance of losing it.
  test.each(['classic-25k', 'ascension-25k'])('draws less from %s than it may lose', (id) => {
    const { rules } = accountOf(id);
    const { drawnCents } = solveFunded(accountOf(id), stepCents, 250);
    expect(drawnCents).toBeGreaterThan(10_000);
    expect(drawnCents).toBeLessThan('maxLossCents' in rules.drawdown ? rules.drawdown.maxLossCents : 0);
  });

  // Each trade wins as often as a fair game that pays the published costs: no price, only rules, closes and quotes.
  test.each([
    ['classic-25k', stepCents],
    ['ascension-25k', stepCents],
    ['merit-25k', 5_000],
  ])('draws from %s what was computed, if trades end by chance alone', (id, step) => {
    const sold = accountOf(id);
    const funded = solveFunded(sold, step, 250);
    const days = { evaluation: 0, funded: 250, from: 0 };
    const played = playAccounts(sold, { evaluation: null, funded }, calendar, days, 600, playByChance);
    const { mean, error } = meanOf(played.map(({ receivedCents }) => receivedCents));
    expect(Math.abs(mean - funded.drawnCents)).toBeLessThan(3 * error);
  });

  // Accounts on one market share its days, so that the error is that between markets.
  test.each([
    ['classic-25k', stepCents],
    ['merit-25k', 5_000],
  ])('draws from %s what was computed, in the market, the rules and the quotes', (id, step) => {
    const offers = { resetCents: null, fundedReset: null, couponBps: 0, affiliateBps: 0 };
    const best = measureBest(accountOf(id), offers, step, readMarkets(400), 300);
    expect(Math.abs(best.playedFundedCents - best.fundedCents)).toBeLessThan(3 * best.errorCents);
    expect(Math.abs(best.playedPassBps - best.passBps)).toBeLessThan(900);
  });
});
