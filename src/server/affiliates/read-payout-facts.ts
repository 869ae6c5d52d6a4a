import { getAffiliateTerms, getPayoutVersion } from '#content/catalog.ts';
import type { Db, Deps, Trx } from '#server/core/deps.ts';
import { readBalance } from '#server/core/ledger/read-balance.ts';
import type { AffiliatePayoutFacts } from '#shared/affiliates/payout-quote.ts';

/** The current inputs of an affiliate's payout quote. */
export async function readPayoutFacts(deps: Deps, executor: Db | Trx, personId: string): Promise<AffiliatePayoutFacts> {
  const affiliate = await executor
    .selectFrom('affiliate')
    .select('terms_version')
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return {
    availableCents: await readBalance(executor, { kind: 'affiliate-payable', ownerId: personId }),
    minimumCents: getAffiliateTerms(deps.catalog, affiliate?.terms_version).minimumPayoutCents,
    feesCents: getPayoutVersion(deps.catalog).feesCents,
  };
}
