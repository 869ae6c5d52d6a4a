import type { AccountRules } from '#shared/accounts/model.ts';
import type { PayoutFacts } from './quote-shape.ts';

/** What is sold: rules, payout terms and prices of one account. */
export type SoldAccount = {
  readonly rules: AccountRules;
  readonly payout: Pick<PayoutFacts, 'terms' | 'capsCents' | 'feesCents'>;
  readonly priceCents: number;
  readonly isMonthly: boolean;
  /** Null if the account is paid from the start, without an evaluation. */
  readonly activationCents: number | null;
};

/** Trading days after which a monthly evaluation renews. */
export const daysPerMonth = 21;

/** How long an account is traded, in trading days: an evaluation for half a year, a funded account for one. */
export const tradedDays = { evaluation: 120, funded: 250 } as const;

/** What many traders of one kind pay for an account and draw from it, each on average. */
export type Economics = {
  readonly passBps: number;
  /** Traders with at least one payout. */
  readonly paidBps: number;
  readonly payouts: number;
  readonly priceCents: number;
  readonly receivedCents: number;
  /** What remains with the firm; negative if traders draw more than they pay. */
  readonly remainsCents: number;
  /** What traders draw, as a share of what they pay. */
  readonly drawnBps: number;
  /** What remains from the twentieth of traders who draw most. */
  readonly worstRemainsCents: number;
};

/** What else can be bought with an account, and what takes off its prices. */
export type Offers = {
  /** Of an evaluation, with the largest coupon on it; null if it can't be reset. */
  readonly resetCents: number | null;
  /** Of a reset of the funded account, sold with the evaluation, from so many payouts on; null if it isn't. */
  readonly fundedReset: { readonly priceCents: number; readonly fromPayouts: number } | null;
  /** The largest coupon on the account's price, and an affiliate's share of every payment. */
  readonly couponBps: number;
  readonly affiliateBps: number;
};

/** What the best player without an edge draws. Computed, and played on the market for comparison. */
export type BestEconomics = {
  readonly passBps: number;
  /** What a funded account draws on average. */
  readonly fundedCents: number;
  /** What is drawn as a share of what is paid: on one try at full price, and the most over all ways to buy. */
  readonly oneTryBps: number;
  readonly drawnBps: number;
  readonly playedPassBps: number;
  readonly playedFundedCents: number;
  /** The standard error of what was played, between the markets: accounts on one market share its days. */
  readonly errorCents: number;
};
