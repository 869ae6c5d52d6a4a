import { findFloor, findLock, findMaxLoss } from '#shared/accounts/drawdown/registry.ts';
import { findDailyLimit } from '#shared/accounts/rules/daily-loss.ts';
import { floorAfterPayout } from '#shared/accounts/rules/payout-floor.ts';
import type { SoldAccount } from '#shared/payouts/economics.ts';
import { capOf, splitPayout } from '#shared/payouts/eligibility.ts';
import { type Bet, findBet, lastBet } from './fair-bet.ts';

/** Where a funded account stands: steps of the grid above the starting balance, payouts made and winning days since. */
export type FundedPoint = {
  readonly payouts: number;
  /** Before the first payout, the highest close until the floor locks; then how far ahead the last payout left the account. */
  readonly peak: number;
  readonly balance: number;
  /** Since the last payout, as are the winning days. */
  readonly bestDay: number;
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
/** Half a step: days end beside what was computed by ticks. */
const rounding = 0.5;
/** The grid reaches so far below an account without a floor. */
const floorlessLosses = 20;
/** The number of levels for how far ahead a payout leaves an account. Rounding down never lowers what is drawn. */
const levelCounts = { floor: 12, noFloor: 24 } as const;
/** Sizes of the best day, as multiples of what a payout of the whole cap allows. With a floor, larger ones draw less. */
const dayFactors = { floor: [1, 1.15, 1.3], noFloor: [1, 1.5, 2, 2.75] } as const;

type Values = readonly Float64Array[];

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
  const factors = dayFactors[isFloorless ? 'noFloor' : 'floor'];
  const levels = levelCounts[isFloorless ? 'noFloor' : 'floor'];
  const lowest = -Math.ceil((findMaxLoss(rules) ?? (dailyLimit ?? 0) * floorlessLosses) / stepCents);
  // A cap of zero comes after the last payout.
  const last = capsCents.indexOf(0);
  const stages = last < 0 ? capsCents.length : last;
  const goals = capsCents
    .slice(0, stages)
    .map((cap) => Math.ceil((terms.bufferCents + (cap * 10_000) / terms.profitShareBps) / stepCents));
  const winSteps = terms.winningDayMinimumCents / stepCents;
  // A winning day of the smallest size is within its share of so much profit: each payout takes as much since the last.
  const minEarned = (winSteps * 10_000) / terms.bestDayShareBps;
  /** The least that each payout can find already there: what the payout before it leaves. */
  const froms = [0];
  for (let paid = 1; paid < stages; paid += 1) {
    const left = (froms[paid - 1] ?? 0) + minEarned - (capsCents[paid - 1] ?? 0) / stepCents;
    froms.push(Math.max((terms.bufferCents + terms.minimumCents) / stepCents, left));
  }
  // The levels reach to half of the largest day; without a floor, to what the smallest payout leaves of the most there is.
  const most = Math.max(goals[0] ?? 0, minEarned) * (factors.at(-1) ?? 1) - terms.minimumCents / stepCents;
  const halfDay = ((goals[0] ?? 0) * terms.bestDayShareBps) / (10_000 * 2 * levels);
  const levelSteps = Math.max(1, Math.ceil(isFloorless ? (most - (froms[1] ?? most)) / (levels - 1) : halfDay));
  const highest =
    Math.max(
      ...goals.map((goal, paid) => Math.ceil((goal - (froms[paid] ?? 0)) * (factors.at(-1) ?? 1) + (froms[paid] ?? 0))),
      ...froms.map((from) => Math.ceil(from + minEarned)),
    ) + Math.max(4 * winSteps, levels * levelSteps);
  const width = highest - lowest + 1;
  const lock = findLock(rules);
  const isTrailing = !isFloorless && rules.drawdown.mode !== 'static';
  const trailed = Math.min(highest, steps(lock === null ? highest * stepCents : lock - start) - lowest) + 1;
  const peaksAt = (paid: number) => (paid > 0 ? levels : isTrailing ? trailed : 1);
  const winningDays = terms.winningDays + 1;
  const bests = factors.length;
  const sizeAt = (paid: number) => peaksAt(paid) * bests * winningDays * width;

  /** By payouts made and peak: the floor, in steps. A payout finds it locked, or moves it. */
  const floors = Array.from({ length: stages + 1 }, (_, paid) =>
    Array.from({ length: peaksAt(paid) }, (__, peak) => {
      const cents = findFloor(rules, start + (paid === 0 ? peak : highest) * stepCents);
      const moved = paid > 0 ? floorAfterPayout(rules, cents) : cents;
      return moved === null ? lowest - 1 : Math.floor((moved - start) / stepCents);
    }),
  );
  const fromAt = (paid: number, peak: number) => (froms[paid] ?? 0) + (paid === 0 ? 0 : peak * levelSteps);
  /** From where on a payout is possible after a best day of each size: of the whole cap, and further up. */
  const minBalances = goals.map((goal, paid) =>
    Array.from({ length: peaksAt(paid) }, (_, peak) => {
      const from = fromAt(paid, peak);
      const earned = Math.max(goal - from, minEarned);
      const first = Math.ceil(from + earned);
      return factors.map((factor, index) => Math.max(first + index, Math.ceil(from + earned * factor)));
    }),
  );
  /** The largest day that each allows, to the cent: between the steps as well. */
  const maxDays = minBalances.map((byPeak, paid) =>
    byPeak.map((balances, peak) =>
      balances.map((balance) => ((balance - fromAt(paid, peak)) * terms.bestDayShareBps) / 10_000),
    ),
  );
  /** A day's results up to the largest: every step, the smallest winning day and the largest of each size. */
  const results = maxDays.map((byPeak) =>
    byPeak.map((sizes) => {
      const most = Math.floor(sizes.at(-1) ?? 0);
      const all = [...new Set([...Array(most + 1).keys(), ...sizes, winSteps])].sort((one, other) => one - other);
      return { at: Float64Array.from(all), size: all.map((day) => sizes.findIndex((size) => day <= size)) };
    }),
  );
  // What was there before the last payout is no profit since, which the best day is a share of.
  const aheadAt = (paid: number, balance: number) =>
    Math.max(0, Math.min(levels - 1, (balance - (froms[paid] ?? 0)) / levelSteps));
  const drawn = capsCents.slice(0, stages).map((_, paid) => {
    const before = capsCents.slice(0, paid).reduce((sum, cents) => sum + cents, 0);
    return (amountCents: number) => splitPayout(terms, amountCents, before).traderCents;
  });

  const indexOf = (peak: number, best: number, won: number, balance: number) =>
    ((peak * bests + best) * winningDays + won) * width + Math.min(highest, balance) - lowest;
  const sizeOf = (paid: number, peak: number, day: number) => {
    const index = maxDays[paid]?.[peak]?.findIndex((size) => day <= size + rounding) ?? 0;
    return index < 0 ? bests - 1 : index;
  };

  /** The amount of a payout at a close; 0 if none is possible. */
  function payable(paid: number, peak: number, best: number, balance: number): number {
    if (balance < (minBalances[paid]?.[peak]?.[best] ?? 0)) return 0;
    const share = Math.floor((Math.max(0, balance * stepCents - terms.bufferCents) * terms.profitShareBps) / 10_000);
    const floor = floors[paid + 1]?.[0] ?? lowest - 1;
    const room = isFloorless ? share : (balance - floor) * stepCents - 1;
    const amount = Math.min(share, capOf(capsCents, paid), room);
    return amount < terms.minimumCents ? 0 : amount;
  }

  function valueAfterPayout(values: Values, paid: number, peak: number, best: number, balance: number): number {
    const amount = payable(paid, peak, best, balance);
    if (amount === 0) return Number.NEGATIVE_INFINITY;
    const rest = balance - amount / stepCents;
    const below = Math.floor(rest);
    const next = values[paid + 1];
    const nextPeak = Math.floor(aheadAt(paid + 1, rest));
    const at = (index: number) => next?.[indexOf(nextPeak, 0, 0, Math.max(lowest, index))] ?? 0;
    return (drawn[paid]?.(amount) ?? 0) + at(below) + (rest - below) * (at(below + 1) - at(below));
  }

  /** What each close is worth with the values of the day after it: a payout is requested where that is worth more. */
  function closesOf(values: Values): Values {
    return values.map((stage, paid) => {
      const closes = stage.slice();
      if (paid === stages) return closes;
      for (let peak = 0; peak < peaksAt(paid); peak += 1) {
        for (let best = 0; best < bests; best += 1) {
          for (let balance = minBalances[paid]?.[peak]?.[best] ?? 0; balance <= highest; balance += 1) {
            const index = indexOf(peak, best, terms.winningDays, balance);
            closes[index] = Math.max(stage[index] ?? 0, valueAfterPayout(values, paid, peak, best, balance));
          }
        }
      }
      return closes;
    });
  }

  const gains = new Float64Array(Math.max(...results.flat().map(({ at }) => at.length)));
  /** Reads what each result of a day is worth. @returns the number of the largest */
  function readGains(stage: Float64Array, paid: number, peak: number, won: number, balance: number, best: number) {
    const { at = gains, size = [] } = results[paid]?.[peak] ?? {};
    const isMoving = paid === 0 && isTrailing;
    const nextWon = Math.min(terms.winningDays, won + 1);
    let up = 0;
    for (let index = 0; index < at.length; index += 1) {
      const result = at[index] ?? 0;
      if (balance + result > highest) break;
      const below = Math.floor(result);
      const next = balance + below;
      const nextPeak = isMoving ? Math.min(trailed - 1, Math.max(peak, next)) : peak;
      const nextBest = Math.max(best, size[index] ?? 0);
      const row = result >= winSteps ? nextWon : won;
      let value = stage[indexOf(nextPeak, nextBest, row, next)] ?? 0;
      if (result > below) {
        // Between two steps, a day ends at either as often as its distance says.
        const abovePeak = isMoving ? Math.min(trailed - 1, Math.max(peak, next + 1)) : peak;
        value += (result - below) * ((stage[indexOf(abovePeak, nextBest, row, next + 1)] ?? 0) - value);
      }
      gains[index] = value;
      up = index;
    }
    return up;
  }

  /** What the best bet is worth, which `lastBet` then tells. */
  function valueAt(closes: Values, paid: number, peak: number, won: number, balance: number, best: number): number {
    const room = Math.max(0, balance - Math.max(floors[paid]?.[peak] ?? lowest - 1, lowest));
    const down = dailyLimit === null ? room : Math.min(room, steps(dailyLimit));
    const stage = closes[paid] ?? gains;
    const up = readGains(stage, paid, peak, won, balance, best);
    const now = indexOf(peak, best, won, balance);
    return findBet(stage, now - down, now, gains, results[paid]?.[peak]?.at ?? gains, up);
  }

  /** A stage's values with no day left: at its floor, what a restart is worth. */
  function emptyStage(paid: number): Float64Array {
    const values = new Float64Array(sizeAt(paid));
    const lost = paid < stages ? (restarts?.(paid) ?? 0) : 0;
    for (let peak = 0; peak < peaksAt(paid); peak += 1) {
      const floor = floors[paid]?.[peak] ?? lowest - 1;
      for (let row = 0; floor >= lowest && row < bests * winningDays; row += 1)
        values[(peak * bests * winningDays + row) * width + floor - lowest] = lost;
    }
    return values;
  }

  const history: Values[] = [Array.from({ length: stages + 1 }, (_, paid) => emptyStage(paid))];
  for (let day = 1; day <= days; day += 1) {
    const values = history[day - 1] ?? [];
    const closes = closesOf(values);
    let change = 0;
    const next = values.map((stage, paid) => {
      const solved = emptyStage(paid);
      if (paid === stages) return solved;
      for (let peak = 0; peak < peaksAt(paid); peak += 1) {
        const floor = floors[paid]?.[peak] ?? lowest - 1;
        for (let won = 0; won < winningDays; won += 1) {
          // Until the floor locks, no close is above the peak.
          const top = paid === 0 && isTrailing && peak < trailed - 1 ? peak : highest;
          for (let best = 0; best < bests; best += 1) {
            for (let balance = Math.max(lowest, floor + 1); balance <= top; balance += 1) {
              const index = indexOf(peak, best, won, balance);
              const value = valueAt(closes, paid, peak, won, balance, best);
              solved[index] = value;
              change = Math.max(change, value - (stage[index] ?? 0));
            }
          }
        }
      }
      return solved;
    });
    history.push(next);
    if (change < settledCents) break;
  }
  const clamp = ({ payouts, peak, balance, bestDay, winningDays: won }: FundedPoint) => {
    const held = Math.max(0, Math.min(peaksAt(payouts) - 1, Math.ceil(peak)));
    const alive = Math.max((floors[payouts]?.[held] ?? lowest - 1) + 1, lowest);
    const best = sizeOf(payouts, held, bestDay);
    const point = { payouts, peak: held, bestDay, winningDays: Math.min(terms.winningDays, won) };
    return { best, point: { ...point, balance: Math.max(alive, Math.min(highest, balance)) } };
  };
  const closes = new Map<Values, Values>();
  const closesWith = (daysLeft: number) => {
    const values = valuesWith(daysLeft);
    const known = closes.get(values) ?? closesOf(values);
    closes.set(values, known);
    return known;
  };
  const valuesWith = (daysLeft: number) => history[Math.min(daysLeft, history.length - 1)] ?? [];
  return {
    stepCents,
    drawnCents: valuesWith(days)[0]?.[indexOf(0, 0, 0, 0)] ?? 0,
    aheadAt,
    bet: (at, daysLeft) => {
      const { point, best } = clamp(at);
      valueAt(closesWith(daysLeft - 1), point.payouts, point.peak, point.winningDays, point.balance, best);
      return lastBet();
    },
    requests: (at, daysLeft) => {
      const { point, best } = clamp(at);
      const { payouts, peak, winningDays: won, balance } = point;
      const values = valuesWith(daysLeft);
      const held = values[payouts]?.[indexOf(peak, best, won, balance)] ?? 0;
      // Who may as well request tomorrow requests today.
      return valueAfterPayout(values, payouts, peak, best, balance) >= held - settledCents;
    },
  };
}
