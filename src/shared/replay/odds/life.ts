import { findFloor, marksAt } from '#shared/accounts/drawdown/registry.ts';
import { raiseMark } from '#shared/accounts/engine/floors.ts';
import type { AccountRules } from '#shared/accounts/model.ts';
import { findDailyLimit } from '#shared/accounts/rules/daily-loss.ts';
import { rulesForPhase } from '#shared/accounts/rules/for-phase.ts';
import { floorAfterPayout } from '#shared/accounts/rules/payout-floor.ts';
import { capOf, splitPayout } from '#shared/payouts/eligibility.ts';
import type { PayoutFacts } from '#shared/payouts/quote-shape.ts';
import type { DayPath } from '../daily-results.ts';

/** Days as lists of numbers, because lives read millions of them. All are relative to the day's opening balance. */
export type DayTable = {
  readonly lowest: Float64Array;
  readonly first: Float64Array;
  readonly second: Float64Array;
  readonly result: Float64Array;
};

export function tableOf(days: readonly Omit<DayPath, 'day'>[]): DayTable {
  const list = (read: (day: Omit<DayPath, 'day'>) => number) => Float64Array.from(days, read);
  return {
    lowest: list(({ lowestCents }) => lowestCents),
    first: list(({ isHighFirst, highestCents, lowestCents }) => (isHighFirst ? highestCents : lowestCents)),
    second: list(({ isHighFirst, highestCents, lowestCents }) => (isHighFirst ? lowestCents : highestCents)),
    result: list(({ resultCents }) => resultCents),
  };
}

/** Draws the number of the next day. */
export type Draw = () => number;

export type PaidTerms = Pick<PayoutFacts, 'terms' | 'capsCents' | 'feesCents'>;

const noFloor = Number.NEGATIVE_INFINITY;

/**
 * An account that lives by whole days: their two extremes and their result, as the engine would judge them. A day that
 * touches a soft limit ends there.
 */
class DailyAccount {
  balanceCents = 0;
  highWaterMarkCents = 0;
  /** Minus infinity without a floor: unlike null, it costs nothing to compare. */
  floorCents = noFloor;
  floorLocked = false;
  /** The balance of the last close, which the day's limit is a share of even if a payout follows it. */
  private closeCents = 0;
  private readonly rules: AccountRules;
  private readonly table: DayTable;
  private readonly firstFloorCents: number;
  private readonly followsEquity: boolean;

  constructor(rules: AccountRules, table: DayTable) {
    this.rules = rules;
    this.table = table;
    this.firstFloorCents = findFloor(rules, rules.startingBalanceCents) ?? noFloor;
    this.followsEquity = marksAt(rules.drawdown.mode) === 'equity';
  }

  restart(): void {
    this.balanceCents = this.rules.startingBalanceCents;
    this.closeCents = this.balanceCents;
    this.highWaterMarkCents = this.balanceCents;
    this.floorCents = this.firstFloorCents;
    this.floorLocked = false;
  }

  /** The day's result; NaN if it breached the account. */
  trade(day: number): number {
    const { lowest, result } = this.table;
    const openCents = this.balanceCents;
    const lowestCents = lowest[day] ?? 0;
    const limitCents = findDailyLimit(this.rules, this.closeCents);
    const isCalm =
      !this.followsEquity &&
      openCents + lowestCents > this.floorCents &&
      (limitCents === null || lowestCents > -limitCents);
    const resultCents = isCalm ? (result[day] ?? 0) : this.follow(day, limitCents);
    this.balanceCents = openCents + resultCents;
    this.closeCents = this.balanceCents;
    if (!this.followsEquity && this.balanceCents > this.highWaterMarkCents)
      raiseMark(this.rules, this, this.balanceCents);
    return this.balanceCents <= this.floorCents ? Number.NaN : resultCents;
  }

  private follow(day: number, limitCents: number | null): number {
    const { first, second, result } = this.table;
    const dailyFloor = limitCents === null ? noFloor : this.balanceCents - limitCents;
    for (const { [day]: cents = 0 } of [first, second, result]) {
      const equityCents = this.balanceCents + cents;
      if (this.followsEquity) raiseMark(this.rules, this, equityCents);
      if (equityCents > this.floorCents && equityCents > dailyFloor) continue;
      const isLocked = this.rules.dailyLoss.mode === 'soft' && this.floorCents < dailyFloor;
      return isLocked ? dailyFloor - this.balanceCents : Number.NaN;
    }
    return result[day] ?? 0;
  }
}

/** How an evaluation goes: its days at the end of the first attempt and at the end of all. */
export type EvaluationLife = {
  firstDays: number;
  firstPassed: boolean;
  days: number;
  passed: boolean;
  resets: number;
};

/** Plays an evaluation day by day. A breach is followed by a reset, so long as days are left. */
export function createEvaluation(
  rules: AccountRules,
  table: DayTable,
  maxDays: number,
): (draw: Draw) => EvaluationLife {
  const account = new DailyAccount(rules, table);
  const { startingBalanceCents, targetCents, minimumDays, consistencyBps } = rules;
  return (draw) => {
    const life = { firstDays: 0, firstPassed: false, days: 0, passed: false, resets: 0 };
    let traded = 0;
    let bestCents = 0;
    account.restart();
    while (!life.passed && life.days < maxDays) {
      const resultCents = account.trade(draw());
      life.days += 1;
      traded += 1;
      if (life.resets === 0) life.firstDays = life.days;
      if (Number.isNaN(resultCents)) {
        if (life.days === maxDays) break;
        life.resets += 1;
        traded = 0;
        bestCents = 0;
        account.restart();
        continue;
      }
      bestCents = Math.max(bestCents, resultCents);
      const profitCents = account.balanceCents - startingBalanceCents;
      life.passed =
        targetCents !== null &&
        profitCents >= targetCents &&
        traded >= minimumDays &&
        (consistencyBps === null || profitCents >= Math.ceil((bestCents * 10_000) / consistencyBps));
    }
    life.firstPassed = life.passed && life.resets === 0;
    return life;
  };
}

export type FundedLife = { readonly payouts: number; readonly receivedCents: number };

const method = 'wise';

/** Plays a funded account, which requests all that is available as soon as its rules allow it. */
export function createFunded(
  bought: AccountRules,
  { terms, capsCents, feesCents }: PaidTerms,
  table: DayTable,
  maxDays: number,
): (draw: Draw) => FundedLife {
  const rules = rulesForPhase(bought, 'funded');
  const account = new DailyAccount(rules, table);
  const winningCents = terms.winningDayMinimumCents;
  const movedFloor = () =>
    account.floorCents === noFloor ? noFloor : (floorAfterPayout(rules, account.floorCents) ?? noFloor);
  /** What can be requested; 0 unless it reaches the minimum. */
  function findAvailable(payouts: number): number {
    const profitCents = account.balanceCents - rules.startingBalanceCents;
    const shareCents = Math.floor((Math.max(0, profitCents - terms.bufferCents) * terms.profitShareBps) / 10_000);
    const aboveFloor = Math.max(0, account.balanceCents - movedFloor() - 1);
    const cents = Math.min(shareCents, capOf(capsCents, payouts), aboveFloor);
    return cents >= terms.minimumCents ? cents : 0;
  }
  return (draw) => {
    let [payouts, receivedCents, paidCents] = [0, 0, 0];
    let [winningDays, bestCents, earnedCents] = [0, 0, 0];
    account.restart();
    for (let day = 0; day < maxDays && capOf(capsCents, payouts) > 0; day += 1) {
      const resultCents = account.trade(draw());
      if (Number.isNaN(resultCents)) break;
      if (resultCents >= winningCents) winningDays += 1;
      if (resultCents > bestCents) bestCents = resultCents;
      earnedCents += resultCents;
      if (winningDays < terms.winningDays || earnedCents * terms.bestDayShareBps < bestCents * 10_000) continue;
      const amountCents = findAvailable(payouts);
      if (amountCents <= 0) continue;
      const { traderCents } = splitPayout(terms, amountCents, paidCents);
      receivedCents += traderCents - Math.min(feesCents[method] ?? 0, traderCents);
      payouts += 1;
      paidCents += amountCents;
      account.balanceCents -= amountCents;
      account.floorLocked ||= rules.payoutFloor !== undefined;
      account.floorCents = movedFloor();
      [winningDays, bestCents, earnedCents] = [0, 0, 0];
    }
    return { payouts, receivedCents };
  };
}
