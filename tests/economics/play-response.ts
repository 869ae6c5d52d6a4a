import { nextRandom, type Random, seedOf } from '#lib/random.ts';
import { createState, replay } from '#shared/accounts/engine.ts';
import type { AccountRules, AccountState } from '#shared/accounts/model.ts';
import { countTradedDays } from '#shared/accounts/objectives.ts';
import { rulesForPhase } from '#shared/accounts/rules/for-phase.ts';
import type { SoldAccount } from '#shared/payouts/economics.ts';
import { checkBestDay } from '#shared/payouts/eligibility.ts';
import { quotePayout } from '#shared/payouts/quote.ts';
import type { PayoutTerms } from '#shared/payouts/quote-shape.ts';
import type { EvaluationResponse } from './evaluation-response.ts';
import type { Bet } from './fair-bet.ts';
import type { FundedPoint, FundedResponse } from './funded-response.ts';
import { type Exit, minExit, type PlayedDay, playDay } from './play-day.ts';
import { factsOf } from './sold-account.ts';

/** Whether its evaluation passed, and what a funded account of its kind received. */
export type PlayedAccount = { readonly hasPassed: boolean; readonly receivedCents: number };

/** How the account is traded. */
export type Strategy = {
  /** Null for an account that is paid from the start. */
  readonly evaluation: EvaluationResponse | null;
  readonly funded: FundedResponse;
};

const method = 'wise';
/** Of ticks and fees, which a winning day is larger by than computed. */
const roundingSteps = 0.25;

/**
 * Plays accounts through the rules, the quotes and the market, each with its own luck. An evaluation and a funded account
 * are played apart: what the latter draws doesn't depend on how long the former took.
 * @param days of each, and the number of the first account
 * @param play of a day; another one than the market's tells what its prices do to a strategy
 */
export function playAccounts(
  sold: SoldAccount,
  strategy: Strategy,
  market: readonly PlayedDay[],
  days: { readonly evaluation: number; readonly funded: number; readonly from: number },
  count: number,
  play: typeof playDay = playDay,
): readonly PlayedAccount[] {
  return Array.from({ length: count }, (_, index) => {
    const random: Random = { random: seedOf(`best ${days.from + index}`) };
    const spare = market.length - days.evaluation - days.funded;
    const own = market.slice(Math.floor(nextRandom(random) * (spare + 1)));
    const hasPassed =
      strategy.evaluation === null ||
      playEvaluation(sold, strategy.evaluation, own.slice(0, days.evaluation), random, play);
    const fundedDays = own.slice(days.evaluation, days.evaluation + days.funded);
    const receivedCents = playFunded(sold, strategy.funded, fundedDays, random, play);
    return { hasPassed, receivedCents };
  });
}

function playEvaluation(
  sold: SoldAccount,
  response: EvaluationResponse,
  market: readonly PlayedDay[],
  random: Random,
  play: typeof playDay,
): boolean {
  const { rules } = sold;
  let state = createState(rules);
  for (const [index, day] of market.entries()) {
    const traded = countTradedDays(state.days);
    const bet = response.bet({ ...gridOf(rules, state, response.stepCents), traded }, index + 1);
    const exit = waitingExit(rules, state, response.stepCents, bet, traded < rules.minimumDays);
    state = play(rules, state, day, exit, random);
    if (state.status === 'passed') return true;
    if (state.breach !== null) break;
  }
  return false;
}

function playFunded(
  sold: SoldAccount,
  response: FundedResponse,
  market: readonly PlayedDay[],
  random: Random,
  play: typeof playDay,
): number {
  const rules = rulesForPhase(sold.rules, 'funded');
  const { terms, capsCents } = sold.payout;
  let state = createState(rules);
  let [receivedCents, paidCents, payouts, ahead, paidDays] = [0, 0, 0, 0, 0];
  const pointNow = () => {
    const results = state.days.slice(paidDays).map(({ profitCents }) => profitCents);
    const { balance, peak } = gridOf(rules, state, response.stepCents);
    const bestDay = Math.max(0, ...results) / response.stepCents;
    const winningDays = results.filter((cents) => cents >= terms.winningDayMinimumCents).length;
    return { balance, peak: payouts > 0 ? ahead : peak, payouts, bestDay, winningDays };
  };
  for (const [index, day] of market.entries()) {
    if (capsCents[payouts] === 0 || payouts >= capsCents.length) break;
    const daysLeft = market.length - index;
    const point = pointNow();
    const { missingCents } = checkBestDay(terms, state.days.slice(paidDays));
    const exit = fundedExit(rules, state, response, { point, daysLeft, terms, missingCents });
    state = play(rules, state, day, exit, random);
    if (state.breach !== null) break;
    const facts = factsOf(sold.payout, rules, state, { at: day.closeAt, paidCents, payouts, paidDays });
    const { availableCents } = quotePayout(facts, { amountCents: 0, method });
    if (availableCents < terms.minimumCents) continue;
    if (!response.requests(pointNow(), daysLeft - 1)) continue;
    receivedCents += quotePayout(facts, { amountCents: availableCents, method }).netCents;
    paidCents += availableCents;
    payouts += 1;
    // A day without a trade gives way to the next.
    paidDays = countTradedDays(state.days);
    const adjustment = { type: 'adjustment', at: day.closeAt, amountCents: -availableCents, cause: 'payout' } as const;
    state = replay(rules, [adjustment], state);
    ahead = response.aheadAt(payouts, profitOf(rules, state) / response.stepCents + roundingSteps);
  }
  return receivedCents;
}

const profitOf = (rules: AccountRules, state: AccountState) => state.balanceCents - rules.startingBalanceCents;

function gridOf(rules: AccountRules, state: AccountState, stepCents: number) {
  const balance = Math.floor(profitOf(rules, state) / stepCents);
  return { balance, peak: Math.round((state.highWaterMarkCents - rules.startingBalanceCents) / stepCents) };
}

/** A day that only has to count, or that lacks little: rounding to ticks may leave a day just too large for its share. */
function waitingExit(rules: AccountRules, state: AccountState, stepCents: number, bet: Bet, isCounting: boolean): Exit {
  if (bet.loss > 0) return exitOf(rules, state, stepCents, bet);
  return isCounting ? minExit : { gainCents: stepCents, lossCents: stepCents };
}

/**
 * Ticks and fees make a winning day a little larger than computed, and the profit that its share requires: what is missing
 * is earned as from the balance that lacks it.
 */
function fundedExit(
  rules: AccountRules,
  state: AccountState,
  { bet: betAt, stepCents }: FundedResponse,
  day: {
    readonly point: FundedPoint;
    readonly daysLeft: number;
    readonly terms: PayoutTerms;
    readonly missingCents: number;
  },
): Exit | null {
  const { point, daysLeft, terms, missingCents } = day;
  const bet = betAt(point, daysLeft);
  if (bet.loss > 0) return exitOf(rules, state, stepCents, bet, terms.winningDayMinimumCents);
  if (point.winningDays < terms.winningDays || missingCents === 0) return null;
  const below = Math.ceil(missingCents / stepCents);
  const { loss, gain } = betAt({ ...point, balance: point.balance - below }, daysLeft);
  return { gainCents: Math.min(missingCents, Math.max(1, gain) * stepCents), lossCents: Math.max(1, loss) * stepCents };
}

/**
 * A bet as results of the day, in cents. Both end at or just above a level of the grid, so that a goal is reached; a loss
 * to the floor ends there. A gain between two steps is the largest day that its share allows, from wherever it starts.
 */
function exitOf(rules: AccountRules, state: AccountState, stepCents: number, bet: Bet, winningCents = 0): Exit {
  const profitCents = profitOf(rules, state);
  const aboveCents = profitCents - Math.floor(profitCents / stepCents) * stepCents;
  const gainCents = Math.round(bet.gain * stepCents) - (Number.isInteger(bet.gain) ? aboveCents : 0);
  const floor = state.floorCents === null ? Number.POSITIVE_INFINITY : state.balanceCents - state.floorCents;
  const isLast = floor - bet.loss * stepCents < stepCents;
  return {
    gainCents: bet.gain * stepCents >= winningCents ? Math.max(gainCents, winningCents) : gainCents,
    lossCents: isLast ? floor : bet.loss * stepCents + aboveCents,
  };
}
