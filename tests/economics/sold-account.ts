import type { AccountRules, AccountState } from '#shared/accounts/model.ts';
import { floorAfterPayout } from '#shared/accounts/rules/payout-floor.ts';
import type { SoldAccount } from '#shared/payouts/economics.ts';
import type { PayoutFacts } from '#shared/payouts/quote-shape.ts';

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
