import { findFloor, findLock, findMaxLoss } from '#shared/accounts/drawdown/registry.ts';
import { findDailyLimit } from '#shared/accounts/rules/daily-loss.ts';
import { floorAfterPayout } from '#shared/accounts/rules/payout-floor.ts';
import { capOf, splitPayout } from '../eligibility.ts';
import { type Bet, findBet } from './fair-bet.ts';
import type { SoldAccount } from './sold-account.ts';
import { listBetCosts, reachOf } from './trade-costs.ts';

/** Where a funded account stands: steps of the grid above the starting balance, payouts made and winning days since. */
export type FundedPoint = {
  readonly payouts: number;
  /** Until the floor locks, the highest close; without a floor, how far ahead the last payout left the account. */
  readonly peak: number;
  readonly balance: number;
  readonly winningDays: number;
};

/** The best way to trade a funded account without an edge, and what it draws on average. */
export type FundedResponse = {
  readonly stepCents: number;
  readonly drawnCents: number;
  /** The best bet on a day with so many left, this one included. */
  bet(point: FundedPoint, daysLeft: number): Bet;
  /** The peak of an account without a floor, from its balance after so many payouts. */
  aheadAt(payouts: number, balance: number): number;
  /** Whether a payout is worth requesting at a close with so many days left. */
  requests(point: FundedPoint, daysLeft: number): boolean;
};

const settledCents = 25;
/** Half a step: days end beside the grid by rounding. */
const rounding = 0.5;
/** The grid reaches so far below an account without a floor. */
const floorlessLosses = 20;
/** Without a floor, luck is saved above a payout's goal: so many levels, up to half of the largest day. */
const floorlessLevels = 12;

/**
 * Solves an account day by day from its last one: `days` is how long it is traded.
 * @param restarts what a breach after so many payouts is still worth, for an account that can be reset
 */
export function solveFunded(
  sold: SoldAccount,
  stepCents: number,
  days: number,
  restarts?: (payouts: number) => number,
): FundedResponse {
  const { rules, payout } = sold;
  const { terms, capsCents } = payout;
  const start = rules.startingBalanceCents;
  const steps = (cents: number) => Math.round(cents / stepCents);
  const dailyLimit = findDailyLimit(rules);
  const isFloorless = findMaxLoss(rules) === null;
  const lowest = -Math.ceil((findMaxLoss(rules) ?? (dailyLimit ?? 0) * floorlessLosses) / stepCents);
  // A cap of zero comes after the last payout.
  const last = capsCents.indexOf(0);
  const stages = last < 0 ? capsCents.length : last;
  const goals = capsCents
    .slice(0, stages)
    .map((cap) => Math.ceil((terms.bufferCents + (cap * 10_000) / terms.profitShareBps) / stepCents));
  const highest = Math.max(...goals) + steps(terms.winningDayMinimumCents) * 4;
  const width = highest - lowest + 1;
  const lock = findLock(rules);
  const isTrailing = !isFloorless && rules.drawdown.mode !== 'static';
  const trailed = Math.min(highest, steps(lock === null ? highest * stepCents : lock - start) - lowest) + 1;
  const peaks = isTrailing ? trailed : isFloorless ? floorlessLevels : 1;
  /** Before the first payout, none has left an account ahead. */
  const peaksAt = (paid: number) => (isFloorless && paid === 0 ? 1 : peaks);
  const winningDays = terms.winningDays + 1;
  const stageSize = peaks * winningDays * width;
  const winSteps = Math.ceil(terms.winningDayMinimumCents / stepCents);

  /** By payouts made and peak: the floor, in steps; what it was moved to by a payout counts. */
  const floors = Array.from({ length: stages + 1 }, (_, paid) =>
    Array.from({ length: peaks }, (__, peak) => {
      const cents = findFloor(rules, start + peak * stepCents);
      const moved = paid > 0 ? floorAfterPayout(rules, cents) : cents;
      return moved === null ? lowest - 1 : Math.floor((moved - start) / stepCents);
    }),
  );
  /** Where the profit of each payout begins: at what the payout before it left, if that was requested at its goal. */
  const froms = goals.map((_, paid) => (paid === 0 ? 0 : steps(terms.bufferCents) + steps(capsCents[paid - 1] ?? 0)));
  /** The largest day that the best day's share allows when a payout of the whole cap is requested. */
  const maxDays = goals.map((goal, paid) => {
    const earned = Math.max(goal - (froms[paid] ?? 0), terms.winningDays * winSteps);
    return Math.max(winSteps, Math.floor((earned * terms.bestDayShareBps) / 10_000 - rounding));
  });
  /** From where on a payout is possible after such a day. */
  const minBalances = maxDays.map(
    (largest, paid) => (froms[paid] ?? 0) + Math.ceil((largest * 10_000) / terms.bestDayShareBps),
  );
  // What was there before the last payout is no profit since, which the best day is a share of.
  const levelSteps = Math.max(1, Math.ceil((maxDays[0] ?? 0) / (2 * floorlessLevels)));
  const aheadAt = (paid: number, balance: number) =>
    Math.max(0, Math.min(peaks - 1, (balance - (froms[paid] ?? 0)) / levelSteps));
  const drawn = capsCents.slice(0, stages).map((_, paid) => {
    const before = capsCents.slice(0, paid).reduce((sum, cents) => sum + cents, 0);
    return (amountCents: number) => splitPayout(terms, amountCents, before).traderCents;
  });
  const reaches = Array.from({ length: width }, (_, index) => reachOf(rules, stepCents, index + lowest));
  const costs = listBetCosts(stepCents, width);

  const indexOf = (peak: number, won: number, balance: number) =>
    (peak * winningDays + won) * width + Math.min(highest, balance) - lowest;

  /** The amount of a payout at a close; 0 if none is possible. */
  function payable(paid: number, peak: number, balance: number): number {
    if (balance < (minBalances[paid] ?? 0) + (isFloorless ? peak * levelSteps : 0)) return 0;
    const share = Math.floor((Math.max(0, balance * stepCents - terms.bufferCents) * terms.profitShareBps) / 10_000);
    const floor = floors[paid + 1]?.[peak] ?? lowest - 1;
    const room = isFloorless ? share : (balance - floor) * stepCents - 1;
    const amount = Math.min(share, capOf(capsCents, paid), room);
    return amount < terms.minimumCents ? 0 : amount;
  }

  function valueAfterPayout(values: readonly Float64Array[], paid: number, peak: number, balance: number): number {
    const amount = payable(paid, peak, balance);
    if (amount === 0) return Number.NEGATIVE_INFINITY;
    const rest = balance - amount / stepCents;
    const below = Math.floor(rest);
    const next = values[paid + 1];
    const nextPeak = isFloorless ? Math.floor(aheadAt(paid + 1, rest)) : peak;
    const at = (index: number) => next?.[indexOf(nextPeak, 0, Math.max(lowest, index))] ?? 0;
    return (drawn[paid]?.(amount) ?? 0) + at(below) + (rest - below) * (at(below + 1) - at(below));
  }

  /** What each close is worth with the values of the day after it: a payout is requested where that is worth more. */
  function closesOf(values: readonly Float64Array[]): readonly Float64Array[] {
    return values.map((stage, paid) => {
      const closes = stage.slice();
      if (paid === stages) return closes;
      for (let peak = 0; peak < peaksAt(paid); peak += 1) {
        for (let balance = steps(terms.bufferCents); balance <= highest; balance += 1) {
          const index = indexOf(peak, terms.winningDays, balance);
          closes[index] = Math.max(stage[index] ?? 0, valueAfterPayout(values, paid, peak, balance));
        }
      }
      return closes;
    });
  }

  const results = new Float64Array(4_096);
  function betAt(closes: readonly Float64Array[], { payouts: paid, peak, winningDays: won, balance }: FundedPoint) {
    const floor = floors[paid]?.[peak] ?? lowest - 1;
    const reach = reaches[balance - lowest] ?? 0;
    const limit = dailyLimit === null ? reach : steps(dailyLimit);
    const down = Math.max(0, Math.min(balance - floor, reach, limit, balance - lowest + (isFloorless ? 0 : 1)));
    const up = Math.min(maxDays[paid] ?? 0, reach, highest - balance);
    const stage = closes[paid];
    const lost = restarts?.(paid) ?? 0;
    for (let result = -down; result <= up; result += 1) {
      const next = balance + result;
      const nextPeak = isTrailing ? Math.min(peaks - 1, Math.max(peak, next)) : peak;
      const nextWon = result >= winSteps ? Math.min(terms.winningDays, won + 1) : won;
      results[result + down] =
        next <= floor ? lost : (stage?.[(nextPeak * winningDays + nextWon) * width + next - lowest] ?? 0);
    }
    return findBet(results, down + Math.max(0, up) + 1, -down, costs);
  }

  const history: (readonly Float64Array[])[] = [Array.from({ length: stages + 1 }, () => new Float64Array(stageSize))];
  for (let day = 1; day <= days; day += 1) {
    const values = history[day - 1] ?? [];
    const closes = closesOf(values);
    let change = 0;
    const next = values.map((stage, paid) => {
      const solved = new Float64Array(stageSize);
      if (paid === stages) return solved;
      for (let peak = 0; peak < peaksAt(paid); peak += 1) {
        const floor = floors[paid]?.[peak] ?? lowest - 1;
        for (let won = 0; won < winningDays; won += 1) {
          // Until the floor locks, no close is above the peak.
          const top = isTrailing && peak < peaks - 1 ? peak : highest;
          for (let balance = Math.max(lowest, floor + 1); balance <= top; balance += 1) {
            const index = indexOf(peak, won, balance);
            const { value } = betAt(closes, { payouts: paid, peak, winningDays: won, balance });
            solved[index] = value;
            change = Math.max(change, value - (stage[index] ?? 0));
          }
        }
      }
      return solved;
    });
    history.push(next);
    if (change < settledCents) break;
  }
  const clamp = ({ payouts, peak, balance, winningDays: won }: FundedPoint): FundedPoint => {
    const held = Math.max(0, Math.min(peaks - 1, Math.ceil(peak)));
    const alive = Math.max((floors[payouts]?.[held] ?? lowest - 1) + 1, lowest);
    return {
      ...{ payouts, peak: held, winningDays: Math.min(terms.winningDays, won) },
      balance: Math.max(alive, Math.min(highest, balance)),
    };
  };
  const closes = new Map<readonly Float64Array[], readonly Float64Array[]>();
  const closesWith = (daysLeft: number) => {
    const values = valuesWith(daysLeft);
    const known = closes.get(values) ?? closesOf(values);
    closes.set(values, known);
    return known;
  };
  const valuesWith = (daysLeft: number) => history[Math.min(daysLeft, history.length - 1)] ?? [];
  return {
    stepCents,
    drawnCents: valuesWith(days)[0]?.[indexOf(0, 0, 0)] ?? 0,
    aheadAt,
    bet: (point, daysLeft) => betAt(closesWith(daysLeft - 1), clamp(point)).bet,
    requests: (point, daysLeft) => {
      const { payouts, peak, winningDays: won, balance } = clamp(point);
      const values = valuesWith(daysLeft);
      return valueAfterPayout(values, payouts, peak, balance) >= (values[payouts]?.[indexOf(peak, won, balance)] ?? 0);
    },
  };
}
