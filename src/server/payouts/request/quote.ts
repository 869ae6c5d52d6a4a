import { getPayoutVersion } from '#content/catalog.ts';
import { getOwnAccount } from '#server/accounts/get-own-account.ts';
import { findRow, isNull } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';
import type { DataOf, QueryOf } from '#shared/core/call.ts';
import type { payoutQuoteCall } from '#shared/payouts/contract.ts';
import { quotePayout } from '#shared/payouts/quote.ts';
import { listPayeeRequirements } from '../payees/list-payee-requirements.ts';
import { maxPayoutOf } from './list-accounts.ts';
import { readPayoutFacts } from './read-facts.ts';
import { decisionDueAtOf } from './store.ts';

/**
 * What a request would result in now, with the facts behind it.
 * @throws {ServiceError} 404 for another person's account
 */
export async function quoteRequest(
  deps: Deps,
  personId: string,
  { accountId, requestedCents, destinationId, method = 'bank-transfer' }: QueryOf<typeof payoutQuoteCall>,
): Promise<DataOf<typeof payoutQuoteCall>> {
  const account = await getOwnAccount(deps, personId, accountId);
  const destination = await findDestination(deps, personId, destinationId);
  const facts = await readPayoutFacts(deps, deps.db, account);
  const amount = requestedCents === undefined ? maxPayoutOf(facts) : Number(requestedCents);
  const quote = quotePayout(facts, { amountCents: amount, method: destination?.method ?? method });
  return {
    accountId,
    facts,
    quote,
    requirements: await listPayeeRequirements(deps, deps.db, personId, destination?.id ?? null),
    methods: [...getPayoutVersion(deps.catalog, account.rules_version).methods],
    decisionDueAt: decisionDueAtOf(deps, deps.clock(), account.rules_version).getTime(),
  };
}

async function findDestination(deps: Deps, personId: string, destinationId: string | undefined) {
  if (destinationId === undefined) return undefined;
  return findRow(deps.db, 'payout_destination', { id: destinationId, person_id: personId, removed_at: isNull }, [
    'id',
    'method',
  ]);
}
