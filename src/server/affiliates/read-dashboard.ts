import { getAffiliateTerms } from '#content/catalog.ts';
import { findRow } from '#server/core/database/rows.ts';
import { isDemoPerson } from '#server/core/demo-people.ts';
import type { Actor, Deps } from '#server/core/deps.ts';
import { getAffiliateTermsVersion } from './apply.ts';
import { couponChangeableAt } from './change-coupon.ts';
import { listCommissions } from './list-commissions.ts';
import { readAffiliateBalances } from './read-balances.ts';
import { readAffiliateFigures } from './read-figures.ts';

const maxCommissions = 50;

/** An affiliate's dashboard; for anyone else only the status of their application. */
export async function readAffiliateDashboard(deps: Deps, { personId }: Actor) {
  const affiliate = await findRow(deps.db, 'affiliate', { person_id: personId });
  const agreementVersion = getAffiliateTermsVersion(deps.clock());
  if (affiliate?.status !== 'approved') {
    const terms = getAffiliateTerms(deps.catalog, agreementVersion);
    const status = affiliate && affiliate.status !== 'ended' ? affiliate.status : ('none' as const);
    return { status, terms, newAgreement: null, affiliate: null };
  }
  // One transaction, so that balances, figures and list agree.
  return deps.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const figures = await readAffiliateFigures(trx, personId, deps.clock());
      return {
        status: 'approved' as const,
        terms: getAffiliateTerms(deps.catalog, affiliate.terms_version),
        newAgreement:
          affiliate.terms_version === agreementVersion
            ? null
            : { version: agreementVersion, terms: getAffiliateTerms(deps.catalog, agreementVersion) },
        affiliate: {
          isSample: isDemoPerson(deps.env, personId),
          code: affiliate.code,
          link: `${deps.env.origin}/?ref=${affiliate.code}`,
          coupon: affiliate.coupon,
          couponChangeableAt: couponChangeableAt(deps, affiliate),
          balances: await readAffiliateBalances(trx, personId),
          ...figures,
          commissions: await listCommissions(deps, trx, personId, maxCommissions),
        },
      };
    });
}
