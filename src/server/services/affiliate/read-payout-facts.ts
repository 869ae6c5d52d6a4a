import { getPayoutVersion } from '../../../content/catalog.ts';
import type { AffiliatePayoutFacts } from '../../../domain/affiliate/payout-quote.ts';
import type { Db, Deps, Trx } from '../../deps.ts';
import { readBalance } from '../ledger/read-balance.ts';

/** What a request of an affiliate follows from, now. */
export async function readPayoutFacts(deps: Deps, executor: Db | Trx, personId: string): Promise<AffiliatePayoutFacts> {
  return {
    availableCents: await readBalance(executor, { kind: 'affiliate-payable', ownerId: personId }),
    minimumCents: deps.catalog.packages.affiliate.minimumPayoutCents,
    feesCents: getPayoutVersion(deps.catalog).feesCents,
  };
}
