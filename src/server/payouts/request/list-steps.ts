import type { output } from 'zod/mini';
import { getPayoutTerms } from '#content/catalog.ts';
import { rulesOf } from '#server/accounts/rules-of.ts';
import type { StoredAccount } from '#server/accounts/tables.ts';
import type { Deps } from '#server/core/deps.ts';
import type { accountDetails } from '#shared/accounts/contract-details.ts';
import { capOf, splitPayout } from '#shared/payouts/eligibility.ts';
import { listCounted } from './read-facts.ts';

type Steps = Pick<
  output<typeof accountDetails.data>['payout'],
  'taken' | 'furtherCents' | 'toComeCents' | 'nextLevelCents'
>;

/** An account's payouts in order: those that count, and the most that each further one can be. */
export async function listPayoutSteps(deps: Deps, account: StoredAccount): Promise<Steps> {
  const { capsCents, ...terms } = getPayoutTerms(deps.catalog, account.rules_version, account);
  const counted = await listCounted(deps.db, account.id);
  const taken = counted
    .map(({ closedThrough: day, amountCents, receivedCents }) => ({ day, amountCents, receivedCents }))
    .sort((left, right) => left.day.localeCompare(right.day));
  const nextCents = capOf(capsCents, taken.length);
  const ahead = capsCents.slice(taken.length).filter((cents) => cents > 0);
  const furtherCents = ahead.length === 0 && nextCents > 0 ? [nextCents] : ahead;
  const sum = (amounts: readonly number[]) => amounts.reduce((total, cents) => total + cents, 0);
  const takenCents = sum(taken.map(({ amountCents }) => amountCents));
  const { startingBalanceCents } = rulesOf(deps.catalog, account);
  const profitCents = terms.bufferCents + Math.ceil((nextCents * 10_000) / terms.profitShareBps);
  return {
    taken,
    furtherCents,
    toComeCents: capsCents.at(-1) === 0 ? splitPayout(terms, sum(furtherCents), takenCents).traderCents : null,
    nextLevelCents: nextCents === 0 ? null : startingBalanceCents + profitCents,
  };
}
