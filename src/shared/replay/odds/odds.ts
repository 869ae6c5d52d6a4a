import { nextRandom, type Random, seedOf } from '#lib/random.ts';
import { firstMaxContracts } from '#shared/accounts/rules/contract-steps.ts';
import { daysPerMonth } from '#shared/payouts/economics.ts';
import type { DayPath } from '../daily-results.ts';
import { costOf, type ReplayOffer } from '../offer.ts';
import { type Estimate, estimate, summarize } from './estimate.ts';
import { createEvaluation, createFunded, type PaidTerms } from './life.ts';
import type { OddsSample } from './sample.ts';

/** An account on sale, with what it pays once it is funded. */
export type SoldOffer = ReplayOffer & { readonly payout: PaidTerms };

/** Of one purchase: a pass and a payout in shares of lives, money in cents. With resets, each breach is followed by one. */
export const oddsFigures = ['passed', 'paid', 'cost', 'received', 'passedWithResets', 'costWithResets'] as const;
type Figures = Readonly<Record<(typeof oddsFigures)[number], Estimate>>;
export type KnownOdds = { readonly id: string; readonly figures: Figures };
/** Days above the contract limit couldn't have been traded. */
export type Odds = KnownOdds | { readonly id: string; readonly overDays: number };

/** In trading days of the exchange: an evaluation, and then a funded account. */
export const horizon = { evaluation: 60, funded: 250 } as const;
/** Half of an account's lives are drawn from the file, the others from files drawn from it. */
export const lifeCounts = { lives: 5_000, files: 200, livesPerFile: 25 };

/** Each account's odds, one after the other. Equal samples give equal odds. */
export function* oddsOf(sample: OddsSample, offers: readonly SoldOffer[], counts = lifeCounts): Generator<Odds> {
  for (const offer of offers) {
    const limit = firstMaxContracts(offer.rules);
    const overDays = sample.days.filter(({ contracts }) => contracts > limit).length;
    yield overDays > 0 ? { id: offer.id, overDays } : measure(sample, offer, counts);
  }
}

function measure(sample: OddsSample, offer: SoldOffer, counts: typeof lifeCounts): KnownOdds {
  const random: Random = { random: seedOf(JSON.stringify([offer.id, sample.days])) };
  const drawFrom = (days: readonly DayPath[]) => () => days[Math.floor(nextRandom(random) * days.length)] as DayPath;
  const live = createLife(sample, offer);
  const drawFile = drawFrom(sample.days);
  const all = summarize(counts.lives, () => live(drawFile));
  const files = Array.from({ length: counts.files }, () => {
    const draw = drawFrom(sample.days.map(drawFile));
    return summarize(counts.livesPerFile, () => live(draw));
  });
  const figures = oddsFigures.map((name, index) => {
    const of = (summaries: typeof all) => summaries[index] as (typeof all)[number];
    return [name, estimate(of(all), counts.lives, files.map(of), counts.livesPerFile)];
  });
  return { id: offer.id, figures: Object.fromEntries(figures) };
}

/** From the purchase to the last payout: a life's figures in their order. */
function createLife({ days, spanDays }: OddsSample, offer: SoldOffer) {
  /** Days with trades, at the file's pace. */
  const tradedIn = (tradingDays: number) => Math.max(1, Math.round((tradingDays * days.length) / spanDays));
  const evaluate = createEvaluation(offer.rules, tradedIn(horizon.evaluation));
  const fund = createFunded(offer.rules, offer.payout, tradedIn(horizon.funded));
  const costAfter = (traded: number, resets: number, hasPassed: boolean) => {
    const months = Math.ceil((traded * spanDays) / days.length / daysPerMonth);
    return costOf(offer, Math.max(1, months), resets, hasPassed).totalCents;
  };
  return (draw: () => DayPath): readonly number[] => {
    const life = evaluate(draw);
    const { payouts, receivedCents } = life.firstPassed ? fund(draw) : { payouts: 0, receivedCents: 0 };
    return [
      ...[Number(life.firstPassed), Number(payouts > 0), costAfter(life.firstDays, 0, life.firstPassed), receivedCents],
      ...[Number(life.passed), costAfter(life.days, life.resets, life.passed)],
    ];
  };
}
