import { getAffiliateTerms, getPayoutVersion } from '#content/catalog.ts';
import { readClosing } from '#server/core/database/closing.ts';
import { findRow } from '#server/core/database/rows.ts';
import type { Db, Deps, Trx } from '#server/core/deps.ts';
import { readBalance } from '#server/core/ledger/read-balance.ts';
import type { AffiliatePayoutFacts } from '#shared/affiliates/payout-quote.ts';
import { listHeldCents } from './contested-sales.ts';

/** The current inputs of an affiliate's payout quote, and what contested sales keep in the balance. */
export async function readPayoutFacts(
  deps: Deps,
  executor: Db | Trx,
  personId: string,
): Promise<AffiliatePayoutFacts & { readonly heldCents: number }> {
  const affiliate = await findRow(executor, 'affiliate', { person_id: personId }, ['terms_version']);
  const heldCents = (await listHeldCents(executor, [personId])).get(personId) ?? 0;
  return {
    availableCents: (await readBalance(executor, { kind: 'affiliate-payable', ownerId: personId })) - heldCents,
    heldCents,
    minimumCents: getAffiliateTerms(deps.catalog, affiliate?.terms_version).minimumPayoutCents,
    feesCents: getPayoutVersion(deps.catalog).feesCents,
    ...((await readClosing(executor)) === 'closing' && { minimumCents: 1, feesCents: {} }),
  };
}
