import { getPayoutVersion } from '#content/catalog.ts';
import type { Db, Deps, Trx } from '#server/core/deps.ts';
import { readBalance } from '#server/core/ledger/read-balance.ts';
import type { AffiliatePayoutFacts } from '#shared/affiliates/payout-quote.ts';

/** The current inputs of an affiliate's payout quote. */
export async function readPayoutFacts(deps: Deps, executor: Db | Trx, personId: string): Promise<AffiliatePayoutFacts> {
  return {
    availableCents: await readBalance(executor, { kind: 'affiliate-payable', ownerId: personId }),
    minimumCents: deps.catalog.packages.affiliate.minimumPayoutCents,
    feesCents: getPayoutVersion(deps.catalog).feesCents,
  };
}
