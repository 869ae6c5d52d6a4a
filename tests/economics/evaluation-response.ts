import { findFloor, findLock, findMaxLoss } from '#shared/accounts/drawdown/registry.ts';
import { findDailyLimit } from '#shared/accounts/rules/daily-loss.ts';
import { daysPerMonth, type SoldAccount } from '#shared/payouts/economics.ts';
import { type Bet, findBet, lastBet } from './fair-bet.ts';

/** Where an evaluation stands: steps of the grid above the starting balance, and days traded. */
export type EvaluationPoint = { readonly peak: number; readonly balance: number; readonly traded: number };

/** The best way to trade an evaluation without an edge. */
export type EvaluationResponse = {
  readonly stepCents: number;
  readonly passShare: number;
  /** Renewals paid, on average. */
  readonly renewals: number;
  /** @param day the day's number, from 1 */
  bet(point: EvaluationPoint, day: number): Bet;
};

/** Half a step: days end beside the grid by rounding. */
const rounding = 0.5;

/** Solves an evaluation from its last day on. @param passCents what passing is worth, activation included */
export function solveEvaluation(
  sold: SoldAccount,
  stepCents: number,
  days: number,
  passCents: number,
): EvaluationResponse {
  const { rules, isMonthly, priceCents } = sold;
  const start = rules.startingBalanceCents;
  const targetCents = rules.targetCents ?? 0;
  const lowest = -Math.ceil((findMaxLoss(rules) ?? 0) / stepCents);
  const highest = Math.ceil(targetCents / stepCents);
  const width = highest - lowest + 1;
  const lock = findLock(rules);
  const peaks =
    rules.drawdown.mode === 'static'
      ? 1
      : Math.min(highest, lock === null ? highest : Math.round((lock - start) / stepCents) - lowest) + 1;
  const counts = rules.minimumDays + 1;
  const floors = Array.from({ length: peaks }, (_, peak) =>
    Math.floor(((findFloor(rules, start + peak * stepCents) ?? 0) - start) / stepCents),
  );
  const maxDay =
    rules.consistencyBps === null ? highest - lowest : Math.floor((highest * rules.consistencyBps) / 10_000 - rounding);
  const limit = findDailyLimit(rules);
  const indexOf = (peak: number, traded: number, balance: number) =>
    (peak * counts + traded) * width + balance - lowest;
  const gains = new Float64Array(highest - lowest + 1);
  const results = gains.map((_, result) => result);

  /** What a day's bet is worth with the values of the next day. */
  function valueAt(next: Float64Array, { peak, balance, traded }: EvaluationPoint) {
    const floor = floors[peak] ?? lowest;
    const down = Math.min(balance - floor, limit === null ? balance - floor : Math.round(limit / stepCents));
    const up = Math.min(maxDay, highest - balance);
    for (let result = 0; result <= up; result += 1) gains[result] = next[endOf({ peak, balance, traded }, result)] ?? 0;
    const now = indexOf(peak, Math.min(counts - 1, traded + 1), balance);
    return findBet(next, now - down, now, gains, results, up);
  }

  /** The point after a day, or -1 where it has ended. */
  function endOf({ peak, balance, traded }: EvaluationPoint, result: number): number {
    const after = balance + result;
    if (after <= (floors[peak] ?? lowest)) return -1;
    const nextPeak = peaks === 1 ? 0 : Math.min(peaks - 1, Math.max(peak, after));
    return indexOf(nextPeak, Math.min(counts - 1, traded + 1), after);
  }

  const size = peaks * counts * width;
  const history: Float64Array[] = [];
  let [values, shares, renewals] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)];
  for (let peak = 0; peak < peaks; peak += 1) {
    values[indexOf(peak, counts - 1, highest)] = passCents;
    shares[indexOf(peak, counts - 1, highest)] = 1;
  }
  for (let day = days; day >= 1; day -= 1) {
    history[day] = values;
    const [nextValues, nextShares, nextRenewals] = [values.slice(), shares.slice(), renewals.slice()];
    const isRenewed = isMonthly && day > 1 && day % daysPerMonth === 1;
    for (let peak = 0; peak < peaks; peak += 1) {
      const floor = floors[peak] ?? lowest;
      const top = peak < peaks - 1 ? peak : highest;
      for (let traded = 0; traded < counts; traded += 1) {
        for (let balance = floor + 1; balance <= top; balance += 1) {
          if (traded >= rules.minimumDays && balance >= highest) continue;
          const point = { peak, balance, traded };
          const value = valueAt(values, point);
          const bet = lastBet();
          const index = indexOf(peak, traded, balance);
          const ends = [
            [bet.loss === 0 ? 1 : 1 - bet.chance, -bet.loss],
            [bet.loss === 0 ? 0 : bet.chance, bet.gain],
          ] as const;
          const mean = (read: Float64Array) =>
            ends.reduce((sum, [share, result]) => sum + share * (read[endOf(point, result)] ?? 0), 0);
          // Who doesn't renew an evaluation that isn't worth it has lost nothing more.
          const isKept = !isRenewed || value > priceCents;
          nextValues[index] = isKept ? value - (isRenewed ? priceCents : 0) : 0;
          nextShares[index] = isKept ? mean(shares) : 0;
          nextRenewals[index] = isKept ? mean(renewals) + (isRenewed ? 1 : 0) : 0;
        }
      }
    }
    [values, shares, renewals] = [nextValues, nextShares, nextRenewals];
  }
  const first = indexOf(0, 0, 0);
  return {
    stepCents,
    passShare: shares[first] ?? 0,
    renewals: renewals[first] ?? 0,
    bet({ peak, balance, traded }, day) {
      const held = Math.max(0, Math.min(peaks - 1, peak));
      const alive = Math.max((floors[held] ?? lowest) + 1, Math.min(highest, balance));
      const point = { peak: held, balance: alive, traded: Math.min(counts - 1, traded) };
      valueAt(history[Math.min(day, days)] ?? values, point);
      return lastBet();
    },
  };
}
