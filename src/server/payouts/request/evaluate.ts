import type { StoredAccount } from '#server/accounts/tables.ts';
import type { Deps } from '#server/core/deps.ts';
import type { PayoutEligibility } from '#shared/accounts/payout-eligibility.ts';
import { capOf, evaluatePayout } from '#shared/payouts/eligibility.ts';
import { readPayoutFacts } from './read-facts.ts';

/** The payout available now. Payouts count from their request on; rejected, returned and canceled ones don't count. */
export async function evaluateAccountPayout(deps: Deps, account: StoredAccount): Promise<PayoutEligibility> {
  const facts = await readPayoutFacts(deps, deps.db, account);
  const eligibility = evaluatePayout(facts.terms, { ...facts, capCents: capOf(facts.capsCents, facts.paidCount) });
  const { openPayoutNumber: number } = facts;
  if (number === null) return eligibility;
  return { ...eligibility, eligible: false, reasons: [{ name: 'open-request', number }, ...eligibility.reasons] };
}
