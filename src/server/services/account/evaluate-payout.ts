import { getPayoutTerms } from '../../../content/catalog.ts';
import { contractsIn } from '../../../domain/account/view-account.ts';
import { capOf, daysAfterPayout, evaluatePayout, type PayoutEligibility } from '../../../domain/payout/eligibility.ts';
import type { StoredAccount } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { listAdjustments } from './list-adjustments.ts';
import { rulesOf } from './rules-of.ts';

/** The payout available now. Of earlier cash movements only payouts count as paid out. */
export async function evaluateAccountPayout(deps: Deps, account: StoredAccount): Promise<PayoutEligibility> {
  const adjustments = await listAdjustments(deps, account.id);
  const payouts = adjustments.filter(({ cause, amountCents }) => cause === 'payout' && amountCents < 0);
  const terms = getPayoutTerms(deps.catalog, account.rules_version, account.programme);
  const { state } = account;
  const lastPaidAt = payouts.at(-1)?.at;
  return evaluatePayout(terms, {
    startingBalanceCents: rulesOf(deps.catalog, account).startingBalanceCents,
    balanceCents: state.balanceCents,
    isFunded: account.phase !== 'evaluation' && account.ended_at === null,
    isBreached: state.breach !== null,
    openContracts: contractsIn(state.positions),
    days: lastPaidAt === undefined ? state.days : daysAfterPayout(state.days, lastPaidAt),
    capCents: capOf(terms.capsCents[account.size], payouts.length),
    paidCents: payouts.reduce((sum, { amountCents }) => sum - amountCents, 0),
  });
}
