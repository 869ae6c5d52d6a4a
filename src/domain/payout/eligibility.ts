import type { DailyResult } from '../account/state.ts';
import { sessionCloseAt } from '../calendar/trading-day.ts';

/** When and how much is paid, as the catalogue has it. Shares are in basis points. */
export type PayoutTerms = {
  readonly winningDays: number;
  readonly winningDayMinimumCents: number;
  readonly bestDayShareBps: number;
  readonly profitShareBps: number;
  readonly bufferCents: number;
  readonly minimumCents: number;
  readonly split: { readonly traderBps: number; readonly fullUntilCents: number };
};

export type PayoutInput = {
  readonly startingBalanceCents: number;
  readonly balanceCents: number;
  readonly isFunded: boolean;
  readonly isBreached: boolean;
  /** In minis; a payout is counted flat. */
  readonly openContracts: number;
  /** Since the last payout, or since the start; days that are not closed yet count for nothing. */
  readonly days: readonly Pick<DailyResult, 'profitCents' | 'closed'>[];
  /** The most that this payout may be, by its number and the account's size. */
  readonly capCents: number;
  /** What was paid out before, before the split. */
  readonly paidCents: number;
};

/** What still stands between an account and a payout, each with its numbers. */
export type PayoutReason =
  | { readonly name: 'not-funded' }
  | { readonly name: 'breached' }
  | { readonly name: 'open-positions'; readonly contracts: number }
  | {
      readonly name: 'winning-days';
      readonly current: number;
      readonly required: number;
      readonly minimumCents: number;
    }
  | {
      readonly name: 'best-day';
      readonly bestDayCents: number;
      readonly requiredCents: number;
      readonly missingCents: number;
    }
  | { readonly name: 'minimum'; readonly availableCents: number; readonly minimumCents: number };

export type PayoutEligibility = {
  readonly eligible: boolean;
  readonly reasons: readonly PayoutReason[];
  /** Of closed days, above the starting balance; less where trading since the close has lowered the balance. */
  readonly profitCents: number;
  readonly bufferCents: number;
  /** Half of the profit above the buffer, before the cap. */
  readonly shareCents: number;
  readonly capCents: number;
  /** The most that may be asked for. */
  readonly availableCents: number;
  /** What of it reaches the trader, and what the firm keeps. */
  readonly traderCents: number;
  readonly firmCents: number;
};

/** What somebody may withdraw and, where that is nothing yet, all the reasons why. */
export function evaluatePayout(terms: PayoutTerms, facts: PayoutInput): PayoutEligibility {
  const profitCents = payableBalanceOf(facts) - facts.startingBalanceCents;
  const shareCents = shareOf(Math.max(0, profitCents - terms.bufferCents), terms.profitShareBps);
  const availableCents = Math.min(shareCents, facts.capCents);
  const { traderCents, firmCents } = splitPayout(terms, availableCents, facts.paidCents);
  const reasons = reasonsOf(terms, facts, availableCents);
  return {
    eligible: reasons.length === 0,
    reasons,
    profitCents,
    bufferCents: terms.bufferCents,
    shareCents,
    capCents: facts.capCents,
    availableCents,
    traderCents,
    firmCents,
  };
}

/** The balance at the last close, with money moved since; never above what is there now. */
function payableBalanceOf({ balanceCents, days }: PayoutInput): number {
  const sinceCloseCents = days.reduce((sum, day) => (day.closed ? sum : sum + day.profitCents), 0);
  return Math.min(balanceCents, balanceCents - sinceCloseCents);
}

/** Days that count for the payout after one of this moment: that of the payout, which it was not judged by, and all later. */
export function daysAfterPayout<Day extends Pick<DailyResult, 'day'>>(days: readonly Day[], paidAt: number): Day[] {
  return days.filter(({ day }) => sessionCloseAt(day) > paidAt);
}

function reasonsOf(terms: PayoutTerms, facts: PayoutInput, availableCents: number): PayoutReason[] {
  // Nothing else matters where there can be no payout at all.
  if (facts.isBreached) return [{ name: 'breached' }];
  if (!facts.isFunded) return [{ name: 'not-funded' }];
  const reasons: PayoutReason[] = [];
  if (facts.openContracts > 0) reasons.push({ name: 'open-positions', contracts: facts.openContracts });
  const results = facts.days.filter((day) => day.closed).map((day) => day.profitCents);
  const current = results.filter((cents) => cents >= terms.winningDayMinimumCents).length;
  if (current < terms.winningDays) {
    const { winningDays: required, winningDayMinimumCents: minimumCents } = terms;
    reasons.push({ name: 'winning-days', current, required, minimumCents });
  }
  const bestDayCents = Math.max(0, ...results);
  const requiredCents = Math.ceil((bestDayCents * 10_000) / terms.bestDayShareBps);
  const earnedCents = results.reduce((sum, cents) => sum + cents, 0);
  if (earnedCents < requiredCents) {
    reasons.push({ name: 'best-day', bestDayCents, requiredCents, missingCents: requiredCents - earnedCents });
  }
  if (availableCents < terms.minimumCents) {
    reasons.push({ name: 'minimum', availableCents, minimumCents: terms.minimumCents });
  }
  return reasons;
}

/** The trader has all of the first part, which earlier payouts used up, and a share of the rest; half cents go to the trader. */
export function splitPayout(
  { split }: Pick<PayoutTerms, 'split'>,
  amountCents: number,
  paidCents: number,
): { readonly traderCents: number; readonly firmCents: number } {
  const fullCents = Math.min(amountCents, Math.max(0, split.fullUntilCents - paidCents));
  const firmCents = shareOf(amountCents - fullCents, 10_000 - split.traderBps);
  return { traderCents: amountCents - firmCents, firmCents };
}

/** The cap of a payout by its number, counted from zero; the last one holds from then on. */
export function capOf(capsCents: readonly number[], paidCount: number): number {
  return capsCents[Math.min(paidCount, capsCents.length - 1)] ?? 0;
}

/** Rounded down: what is left of a cent stays in the account. */
function shareOf(cents: number, basisPoints: number): number {
  return Math.floor((cents * basisPoints) / 10_000);
}
