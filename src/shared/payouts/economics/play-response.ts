import { nextRandom, type Random, seedOf } from '#lib/random.ts';
import { createState, replay } from '#shared/accounts/engine.ts';
import { countTradedDays } from '#shared/accounts/objectives.ts';
import { rulesForPhase } from '#shared/accounts/rules/for-phase.ts';
import type { AccountRules } from '#shared/accounts/rules/types.ts';
import type { AccountState } from '#shared/accounts/state.ts';
import { quotePayout } from '../quote.ts';
import type { PayoutTerms } from '../quote-shape.ts';
import type { EvaluationResponse } from './evaluation-response.ts';
import type { Bet } from './fair-bet.ts';
import type { FundedResponse } from './funded-response.ts';
import { type Exit, minExit, type PlayedDay, playDay } from './play-day.ts';
import { factsOf, type SoldAccount } from './sold-account.ts';

export type PlayedAccount = { readonly hasPassed: boolean; readonly receivedCents: number };

/** How the account is traded. */
export type Strategy = {
  /** Null for an account that is paid from the start. */
  readonly evaluation: EvaluationResponse | null;
  readonly funded: FundedResponse;
};

const method = 'wise';

/** Plays accounts through the rules, the quotes and the market, each with its own luck. */
export function playAccounts(
  sold: SoldAccount,
  strategy: Strategy,
  market: readonly PlayedDay[],
  days: { readonly evaluation: number; readonly funded: number },
  count: number,
): readonly PlayedAccount[] {
  return Array.from({ length: count }, (_, index) => {
    const random: Random = { random: seedOf(`best ${index}`) };
    const spare = market.length - days.evaluation - days.funded;
    const own = market.slice(Math.floor(nextRandom(random) * (spare + 1)));
    let from = 0;
    if (strategy.evaluation !== null) {
      const evaluation = playEvaluation(sold, strategy.evaluation, own.slice(0, days.evaluation), random);
      if (!evaluation.hasPassed) return { hasPassed: false, receivedCents: 0 };
      from = evaluation.days;
    }
    const receivedCents = playFunded(sold, strategy.funded, own.slice(from, from + days.funded), random);
    return { hasPassed: true, receivedCents };
  });
}

function playEvaluation(sold: SoldAccount, response: EvaluationResponse, market: readonly PlayedDay[], random: Random) {
  const { rules } = sold;
  let state = createState(rules);
  for (const [index, day] of market.entries()) {
    const traded = countTradedDays(state.days);
    const bet = response.bet({ ...gridOf(rules, state, response.stepCents), traded }, index + 1);
    const exit = waitingExit(rules, state, response.stepCents, bet, traded < rules.minimumDays);
    state = playDay(rules, state, day, exit, random);
    if (state.status === 'passed') return { hasPassed: true, days: index + 1 };
    if (state.breach !== null) break;
  }
  return { hasPassed: false, days: market.length };
}

function playFunded(sold: SoldAccount, response: FundedResponse, market: readonly PlayedDay[], random: Random): number {
  const rules = rulesForPhase(sold.rules, 'funded');
  const { terms, capsCents } = sold.payout;
  let state = createState(rules);
  let [receivedCents, paidCents, payouts, ahead, paidDays] = [0, 0, 0, 0, 0];
  const pointNow = () => {
    const wins = state.days.slice(paidDays).filter(({ profitCents }) => profitCents >= terms.winningDayMinimumCents);
    const { balance, peak } = gridOf(rules, state, response.stepCents);
    return { balance, peak: state.floorCents === null ? ahead : peak, payouts, winningDays: wins.length };
  };
  for (const [index, day] of market.entries()) {
    if (capsCents[payouts] === 0 || payouts >= capsCents.length) break;
    const daysLeft = market.length - index;
    const point = pointNow();
    const bet = response.bet(point, daysLeft);
    const exit = fundedExit(rules, state, response, { bet, winningDays: point.winningDays, terms });
    state = playDay(rules, state, day, exit, random);
    if (state.breach !== null) break;
    const facts = factsOf(sold.payout, rules, state, { at: day.closeAt, paidCents, payouts, paidDays });
    const { availableCents } = quotePayout(facts, { amountCents: 0, method });
    if (availableCents < terms.minimumCents) continue;
    if (!response.requests(pointNow(), daysLeft - 1)) continue;
    receivedCents += quotePayout(facts, { amountCents: availableCents, method }).netCents;
    paidCents += availableCents;
    payouts += 1;
    paidDays = state.days.length;
    const adjustment = { type: 'adjustment', at: day.closeAt, amountCents: -availableCents, cause: 'payout' } as const;
    state = replay(rules, [adjustment], state);
    ahead = response.aheadAt(payouts, profitOf(rules, state) / response.stepCents);
  }
  return receivedCents;
}

const profitOf = (rules: AccountRules, state: AccountState) => state.balanceCents - rules.startingBalanceCents;

function gridOf(rules: AccountRules, state: AccountState, stepCents: number) {
  const balance = Math.round(profitOf(rules, state) / stepCents);
  return { balance, peak: Math.ceil((state.highWaterMarkCents - rules.startingBalanceCents) / stepCents) };
}

/** A day that only has to count, or that lacks little: rounding to ticks may leave a day just too large for its share. */
function waitingExit(rules: AccountRules, state: AccountState, stepCents: number, bet: Bet, isCounting: boolean): Exit {
  if (bet.loss > 0) return exitOf(rules, state, stepCents, bet);
  return isCounting ? minExit : { gainCents: stepCents, lossCents: stepCents };
}

function fundedExit(
  rules: AccountRules,
  state: AccountState,
  { stepCents }: FundedResponse,
  day: { readonly bet: Bet; readonly winningDays: number; readonly terms: PayoutTerms },
): Exit | null {
  const { bet, winningDays, terms } = day;
  if (bet.loss > 0) return exitOf(rules, state, stepCents, bet, terms.winningDayMinimumCents);
  return winningDays < terms.winningDays ? null : { gainCents: stepCents, lossCents: stepCents };
}

/**
 * A bet as results of the day, in cents. A gain ends at a level of the grid, so that a goal is reached; a loss to the
 * floor ends there.
 */
function exitOf(rules: AccountRules, state: AccountState, stepCents: number, bet: Bet, winningCents = 0): Exit {
  const profitCents = profitOf(rules, state);
  const gainCents = (Math.round(profitCents / stepCents) + bet.gain) * stepCents - profitCents;
  const floor = state.floorCents === null ? Number.POSITIVE_INFINITY : state.balanceCents - state.floorCents;
  const isLast = floor - bet.loss * stepCents < stepCents;
  return {
    gainCents: bet.gain * stepCents >= winningCents ? Math.max(gainCents, winningCents) : gainCents,
    lossCents: isLast ? floor : bet.loss * stepCents,
  };
}
