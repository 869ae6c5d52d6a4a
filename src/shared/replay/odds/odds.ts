import { nextRandom, type Random, seedOf } from '#lib/random.ts';
import { firstMaxContracts } from '#shared/accounts/rules/contract-steps.ts';
import { daysPerMonth } from '#shared/payouts/economics/sold-account.ts';
import { costOf, type ReplayOffer } from '../offer.ts';
import { type Estimate, estimate, type Summary, summarize } from './estimate.ts';
import { createEvaluation, createFunded, type PaidTerms, tableOf } from './life.ts';
import { type OddsSample, tradedDaysIn } from './sample.ts';

/** An account on sale, with what it pays once it is funded. */
export type SoldOffer = ReplayOffer & { readonly payout: PaidTerms };

export type KnownOdds = {
  readonly id: string;
  readonly status: 'known';
  /** Of a first attempt; null if there is nothing to pass. */
  readonly passed: Estimate | null;
  /** Of one purchase: at least one payout, what it costs, and what is received. */
  readonly paid: Estimate;
  readonly costCents: Estimate;
  readonly receivedCents: Estimate;
  /** With a reset after each breach: a pass within the same time, and what it costs. */
  readonly withResets: { readonly passed: Estimate; readonly costCents: Estimate } | null;
};

/** Days above the contract limit couldn't have been traded. */
export type Odds = KnownOdds | { readonly id: string; readonly status: 'over-limit'; readonly overDays: number };

/** In trading days of the exchange: an evaluation, and then a funded account. */
export const horizon = { evaluation: 60, funded: 250 } as const;

/** Half of an account's lives are drawn from the file, the others from files drawn from it. */
export const lifeCounts = { lives: 5_000, files: 200, livesPerFile: 25 };

/** Each account's odds, one after the other. Equal samples give equal odds. */
export function* oddsOf(sample: OddsSample, offers: readonly SoldOffer[], counts = lifeCounts): Generator<Odds> {
  for (const offer of offers) {
    const limit = firstMaxContracts(offer.rules);
    const overDays = sample.days.filter(({ contracts }) => contracts > limit).length;
    yield overDays > 0 ? { id: offer.id, status: 'over-limit', overDays } : measure(sample, offer, counts);
  }
}

const figures = ['passed', 'paid', 'cost', 'received', 'passedWithResets', 'costWithResets'] as const;

function measure(sample: OddsSample, offer: SoldOffer, counts: typeof lifeCounts): Odds {
  const random: Random = { random: seedOf(JSON.stringify([offer.id, sample.days])) };
  const count = sample.days.length;
  const drawn = Int32Array.from({ length: count }, (_, index) => index);
  const draw = () => drawn[Math.floor(nextRandom(random) * count)] ?? 0;
  const live = createLife(sample, offer, draw);
  const all = summarize(counts.lives, figures.length, live);
  const files: Summary[] = [];
  for (let file = 0; file < counts.files; file += 1) {
    for (let index = 0; index < count; index += 1) drawn[index] = Math.floor(nextRandom(random) * count);
    files.push(summarize(counts.livesPerFile, figures.length, live));
  }
  const of = (name: (typeof figures)[number]) => estimate(all, files, figures.indexOf(name), counts);
  const isPassable = offer.rules.targetCents !== null;
  return {
    id: offer.id,
    status: 'known',
    passed: isPassable ? of('passed') : null,
    paid: of('paid'),
    costCents: of('cost'),
    receivedCents: of('received'),
    withResets: isPassable ? { passed: of('passedWithResets'), costCents: of('costWithResets') } : null,
  };
}

/** A purchase from the first day to its last payout. Writes the figures of a life in their order. */
function createLife(sample: OddsSample, offer: SoldOffer, draw: () => number): (into: Float64Array) => void {
  const table = tableOf(sample.days);
  const evaluate = createEvaluation(offer.rules, table, tradedDaysIn(sample, horizon.evaluation));
  const fund = createFunded(offer.rules, offer.payout, table, tradedDaysIn(sample, horizon.funded));
  const isPassable = offer.rules.targetCents !== null;
  const spacing = sample.spanDays / sample.days.length;
  const costAfter = (days: number, resets: number, passed: boolean) =>
    costOf(offer, Math.max(1, Math.ceil((days * spacing) / daysPerMonth)), resets, passed).totalCents;
  return (into) => {
    const { firstDays, firstPassed, days, passed, resets } = isPassable ? evaluate(draw) : funded;
    const { payouts, receivedCents } = firstPassed ? fund(draw) : unpaid;
    into.set([
      firstPassed ? 1 : 0,
      payouts > 0 ? 1 : 0,
      costAfter(firstDays, 0, firstPassed),
      receivedCents,
      passed ? 1 : 0,
      costAfter(days, resets, passed),
    ]);
  };
}

/** An account that is paid from the start, and one that never is. */
const funded = { firstDays: 0, firstPassed: true, days: 0, passed: true, resets: 0 } as const;
const unpaid = { payouts: 0, receivedCents: 0 } as const;
