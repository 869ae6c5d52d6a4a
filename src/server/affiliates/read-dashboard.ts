import { sql } from 'kysely';
import { getAffiliateTerms } from '#content/catalog.ts';
import { findRow } from '#server/core/database/rows.ts';
import { isDemoPerson } from '#server/core/demo-people.ts';
import type { Actor, Db, Deps, Trx } from '#server/core/deps.ts';
import type { affiliateData } from '#shared/affiliates/contract.ts';
import type { DataOf } from '#shared/core/call.ts';
import { getAffiliateTermsVersion } from './apply.ts';
import { couponChangeableAt } from './change-coupon.ts';
import { listHeldCents } from './contested-sales.ts';
import { listCommissions } from './list-commissions.ts';
import { readAffiliateFigures } from './read-figures.ts';

type AffiliateBalances = NonNullable<DataOf<typeof affiliateData>['affiliate']>['balances'];

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

/** An affiliate's money by ledger account, in cents. */
async function readAffiliateBalances(executor: Db | Trx, personId: string): Promise<AffiliateBalances> {
  const { rows } = await sql<{ kind: string; cents: string | number }>`
    select a.kind, sum(e.amount_cents) as cents from ledger_entry e join ledger_account a on a.id = e.account_id
    where a.owner_id = ${personId} and a.kind like 'affiliate-%' group by a.kind
  `.execute(executor);
  const balanceOf = (kind: string) => Number(rows.find((row) => row.kind === kind)?.cents ?? 0);
  return {
    pendingCents: balanceOf('affiliate-pending'),
    availableCents: balanceOf('affiliate-payable'),
    heldCents: (await listHeldCents(executor, [personId])).get(personId) ?? 0,
    requestedCents: balanceOf('affiliate-reserved'),
    paidCents: balanceOf('affiliate-paid'),
  };
}
