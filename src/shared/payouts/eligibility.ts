import type { DailyResult } from '#shared/accounts/model.ts';
import type { PayoutEligibility, PayoutReason } from '#shared/accounts/payout-eligibility.ts';
import type { TradingDay } from '#shared/exchange/trading-day.ts';
import type { PayoutTerms } from './quote-shape.ts';

export type PayoutInput = {
  readonly startingBalanceCents: number;
  readonly balanceCents: number;
  readonly isFunded: boolean;
  readonly isBreached: boolean;
  /** In minis. A payout requires flat positions. */
  readonly openContracts: number;
  /** Days since the last payout or the start. Days that aren't closed don't count. */
  readonly days: readonly Pick<DailyResult, 'profitCents' | 'closed'>[];
  /** The cap of this payout, which depends on its number and the account's size. */
  readonly capCents: number;
  /** Earlier payouts, before the split. */
  readonly paidCents: number;
};

/** Computes the available payout and, if none is possible yet, all reasons. */
export function evaluatePayout(terms: PayoutTerms, input: PayoutInput): PayoutEligibility {
  const profitCents = payableBalanceOf(input) - input.startingBalanceCents;
  const shareCents = shareOf(Math.max(0, profitCents - terms.bufferCents), terms.profitShareBps);
  const availableCents = Math.min(shareCents, input.capCents);
  const { traderCents, firmCents } = splitPayout(terms, availableCents, input.paidCents);
  const reasons = reasonsOf(terms, input, availableCents);
  return {
    eligible: reasons.length === 0,
    reasons,
    profitCents,
    bufferCents: terms.bufferCents,
    shareCents,
    capCents: input.capCents,
    availableCents,
    traderCents,
    firmCents,
  };
}

/** The balance at the last close plus later cash movements; at most the current balance. */
function payableBalanceOf({ balanceCents, days }: PayoutInput): number {
  const sinceCloseCents = days.reduce((sum, day) => (day.closed ? sum : sum + day.profitCents), 0);
  return Math.min(balanceCents, balanceCents - sinceCloseCents);
}

/** The newest day a request includes: the last whose close the account has booked. Null before the first. */
export function lastClosedDay(days: readonly Pick<DailyResult, 'day' | 'closed'>[]): TradingDay | null {
  return days.findLast(({ closed }) => closed)?.day ?? null;
}

/** Days that no earlier payout includes, so that each day counts for exactly one. */
export function daysAfter<Day extends Pick<DailyResult, 'day'>>(
  days: readonly Day[],
  closedThrough: TradingDay | null,
): readonly Day[] {
  return closedThrough === null ? days : days.filter(({ day }) => day > closedThrough);
}

function reasonsOf(terms: PayoutTerms, input: PayoutInput, availableCents: number): PayoutReason[] {
  // Other reasons don't matter if no payout is possible at all.
  if (input.isBreached) return [{ name: 'breached' }];
  if (!input.isFunded) return [{ name: 'not-funded' }];
  if (input.capCents === 0) return [{ name: 'paid-out' }];
  const reasons: PayoutReason[] = [];
  if (input.openContracts > 0) reasons.push({ name: 'open-positions', contracts: input.openContracts });
  const results = input.days.filter((day) => day.closed).map((day) => day.profitCents);
  const current = results.filter((cents) => cents >= terms.winningDayMinimumCents).length;
  if (current < terms.winningDays) {
    const { winningDays: required, winningDayMinimumCents: minimumCents } = terms;
    reasons.push({ name: 'winning-days', current, required, minimumCents });
  }
  const { bestDayCents, requiredCents, missingCents } = checkBestDay(terms, input.days);
  if (missingCents > 0) reasons.push({ name: 'best-day', bestDayCents, requiredCents, missingCents });
  if (availableCents < terms.minimumCents) {
    reasons.push({ name: 'minimum', availableCents, minimumCents: terms.minimumCents });
  }
  return reasons;
}

/** The best closed day and the profit required for it to be within its maximum share. */
export function checkBestDay(terms: PayoutTerms, days: PayoutInput['days']) {
  const results = days.filter((day) => day.closed).map((day) => day.profitCents);
  const bestDayCents = Math.max(0, ...results);
  const requiredCents = Math.ceil((bestDayCents * 10_000) / terms.bestDayShareBps);
  const earnedCents = results.reduce((sum, cents) => sum + cents, 0);
  return { bestDayCents, earnedCents, requiredCents, missingCents: Math.max(0, requiredCents - earnedCents) };
}

/** The trader gets all of the first tier, which earlier payouts use up, and a share of the rest, rounded up. */
export function splitPayout(
  { split }: Pick<PayoutTerms, 'split'>,
  amountCents: number,
  paidCents: number,
): { readonly traderCents: number; readonly firmCents: number } {
  const fullCents = Math.min(amountCents, Math.max(0, split.fullUntilCents - paidCents));
  const firmCents = shareOf(amountCents - fullCents, 10_000 - split.traderBps);
  return { traderCents: amountCents - firmCents, firmCents };
}

/** The cap of a payout by its zero-based number. The last cap also applies to all later payouts; 0 if there are none. */
export function capOf(capsCents: readonly number[], paidCount: number): number {
  return capsCents[Math.min(paidCount, capsCents.length - 1)] ?? 0;
}

/** Rounds down, so that the fraction of a cent stays in the account. */
function shareOf(cents: number, basisPoints: number): number {
  return Math.floor((cents * basisPoints) / 10_000);
}
