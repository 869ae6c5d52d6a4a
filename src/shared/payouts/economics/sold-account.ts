import type { AccountRules, AccountState } from '#shared/accounts/model.ts';
import { floorAfterPayout } from '#shared/accounts/rules/payout-floor.ts';
import type { PayoutFacts } from '../quote-shape.ts';

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

type Made = { readonly at: number; readonly paidCents: number; readonly payouts: number; readonly paidDays: number };

/** What a payout of a funded account without positions is judged by, after those that it has made. */
export function factsOf(
  payout: SoldAccount['payout'],
  rules: AccountRules,
  state: AccountState,
  { at, paidCents, payouts, paidDays }: Made,
): PayoutFacts {
  return {
    ...{ ...payout, asOf: at, paidCount: payouts, paidCents, startingBalanceCents: rules.startingBalanceCents },
    ...{ balanceCents: state.balanceCents, equityCents: state.equityCents, isFunded: true, isBreached: false },
    ...{ floorCents: floorAfterPayout(rules, state.floorCents), isSuspended: false, openContracts: 0 },
    ...{ openPayoutNumber: null, days: state.days.slice(paidDays) },
  };
}
