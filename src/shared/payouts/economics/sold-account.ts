import type { AccountRules } from '#shared/accounts/rules/types.ts';
import type { PayoutFacts } from '../quote.ts';

/** What is sold: rules, payout terms and prices of one account. */
export type SoldAccount = {
  readonly rules: AccountRules;
  readonly payout: Pick<PayoutFacts, 'terms' | 'capsCents' | 'feesCents'>;
  readonly priceCents: number;
  readonly isMonthly: boolean;
  /** Null if the account is paid from the start, without an evaluation. */
  readonly activationCents: number | null;
};
