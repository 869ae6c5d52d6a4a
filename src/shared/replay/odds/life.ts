import { findFloor, marksAt } from '#shared/accounts/drawdown/registry.ts';
import { raiseMark } from '#shared/accounts/engine/floors.ts';
import type { AccountRules } from '#shared/accounts/model.ts';
import { findDailyLimit } from '#shared/accounts/rules/daily-loss.ts';
import { rulesForPhase } from '#shared/accounts/rules/for-phase.ts';
import { floorAfterPayout } from '#shared/accounts/rules/payout-floor.ts';
import { capOf, splitPayout } from '#shared/payouts/eligibility.ts';
import type { PayoutFacts } from '#shared/payouts/quote-shape.ts';
import type { DayPath } from '../daily-results.ts';

type Day = Omit<DayPath, 'day'>;
export type PaidTerms = Pick<PayoutFacts, 'terms' | 'capsCents' | 'feesCents'>;

const noFloor = Number.NEGATIVE_INFINITY;
const method = 'wise';

/** Lives by whole days, which are judged as the engine would. One that touches a soft limit ends there. */
class DailyAccount {
  balanceCents = 0;
  closeCents = 0;
  highWaterMarkCents = 0;
  floorCents = noFloor;
  floorLocked = false;
  private readonly rules: AccountRules;
  private readonly followsEquity: boolean;

  constructor(rules: AccountRules) {
    this.rules = rules;
    this.followsEquity = marksAt(rules.drawdown.mode) === 'equity';
  }

  restart(): void {
    const start = this.rules.startingBalanceCents;
    Object.assign(this, { balanceCents: start, closeCents: start, highWaterMarkCents: start, floorLocked: false });
    this.floorCents = findFloor(this.rules, start) ?? noFloor;
  }

  /** The day's result; NaN if it breached the account. */
  trade({ lowestCents, highestCents, isHighFirst, resultCents }: Day): number {
    const openCents = this.balanceCents;
    // The limit comes from the close before: a payout in between moves its floor along.
    const limitCents = findDailyLimit(this.rules, this.closeCents) ?? -noFloor;
    let dayCents = resultCents;
    if (this.followsEquity || openCents + lowestCents <= this.floorCents || lowestCents <= -limitCents) {
      for (const cents of [...(isHighFirst ? [highestCents, lowestCents] : [lowestCents, highestCents]), resultCents]) {
        if (this.followsEquity) raiseMark(this.rules, this, openCents + cents);
        if (openCents + cents > this.floorCents && cents > -limitCents) continue;
        if (this.rules.dailyLoss.mode !== 'soft' || this.floorCents >= openCents - limitCents) return Number.NaN;
        dayCents = -limitCents;
        break;
      }
    }
    this.balanceCents += dayCents;
    this.closeCents = this.balanceCents;
    if (!this.followsEquity) raiseMark(this.rules, this, this.balanceCents);
    return this.balanceCents <= this.floorCents ? Number.NaN : dayCents;
  }
}

/** Plays an evaluation of so many days, none without a target. Resets follow breaches so long as days are left. */
export function createEvaluation(rules: AccountRules, maxDays: number) {
  const account = new DailyAccount(rules);
  const { startingBalanceCents, targetCents, minimumDays, consistencyBps } = rules;
  return (draw: () => Day) => {
    const life = { firstDays: 0, firstPassed: false, days: 0, passed: targetCents === null, resets: 0 };
    let [traded, bestCents] = [0, 0];
    account.restart();
    while (!life.passed && life.days < maxDays) {
      const resultCents = account.trade(draw());
      life.days += 1;
      if (life.resets === 0) life.firstDays = life.days;
      if (Number.isNaN(resultCents)) {
        if (life.days < maxDays) life.resets += 1;
        [traded, bestCents] = [0, 0];
        account.restart();
        continue;
      }
      traded += 1;
      bestCents = Math.max(bestCents, resultCents);
      const shareCents = consistencyBps === null ? 0 : Math.ceil((bestCents * 10_000) / consistencyBps);
      const requiredCents = Math.max(targetCents ?? 0, shareCents);
      life.passed = account.balanceCents - startingBalanceCents >= requiredCents && traded >= minimumDays;
    }
    life.firstPassed = life.passed && life.resets === 0;
    return life;
  };
}

/** Plays a funded account of so many days, which requests all that is available as soon as it may. */
export function createFunded(bought: AccountRules, { terms, capsCents, feesCents }: PaidTerms, maxDays: number) {
  const rules = rulesForPhase(bought, 'funded');
  const account = new DailyAccount(rules);
  return (draw: () => Day) => {
    let [payouts, receivedCents, paidCents] = [0, 0, 0];
    let [winningDays, bestCents, earnedCents] = [0, 0, 0];
    account.restart();
    for (let day = 0; day < maxDays && capOf(capsCents, payouts) > 0; day += 1) {
      const resultCents = account.trade(draw());
      if (Number.isNaN(resultCents)) break;
      if (resultCents >= terms.winningDayMinimumCents) winningDays += 1;
      if (resultCents > bestCents) bestCents = resultCents;
      earnedCents += resultCents;
      if (winningDays < terms.winningDays || earnedCents * terms.bestDayShareBps < bestCents * 10_000) continue;
      const floorCents = account.floorCents === noFloor ? noFloor : Number(floorAfterPayout(rules, account.floorCents));
      const aboveCents = Math.max(0, account.balanceCents - rules.startingBalanceCents - terms.bufferCents);
      const shareCents = Math.floor((aboveCents * terms.profitShareBps) / 10_000);
      const amountCents = Math.min(shareCents, capOf(capsCents, payouts), account.balanceCents - floorCents - 1);
      if (amountCents < terms.minimumCents || amountCents <= 0) continue;
      const { traderCents } = splitPayout(terms, amountCents, paidCents);
      receivedCents += traderCents - Math.min(feesCents[method] ?? 0, traderCents);
      payouts += 1;
      paidCents += amountCents;
      account.balanceCents -= amountCents;
      account.floorCents = floorCents;
      account.floorLocked ||= rules.payoutFloor !== undefined;
      [winningDays, bestCents, earnedCents] = [0, 0, 0];
    }
    return { payouts, receivedCents };
  };
}
