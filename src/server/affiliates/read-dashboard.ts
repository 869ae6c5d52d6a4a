import { isDemoPerson } from '#server/core/demo-people.ts';
import type { Actor, Deps } from '#server/core/deps.ts';
import { couponChangeableAt } from './change-coupon.ts';
import { listCommissions } from './list-commissions.ts';
import { readAffiliateBalances } from './read-balances.ts';
import { readAffiliateFigures } from './read-figures.ts';

const maxCommissions = 50;

/** An affiliate's dashboard; for anyone else only the status of their application. */
export async function readAffiliateDashboard(deps: Deps, { personId }: Actor) {
  const affiliate = await deps.db
    .selectFrom('affiliate')
    .selectAll()
    .where('person_id', '=', personId)
    .executeTakeFirst();
  const terms = deps.catalog.packages.affiliate;
  if (affiliate?.status !== 'approved') {
    const status = affiliate && affiliate.status !== 'ended' ? affiliate.status : ('none' as const);
    return { status, terms, affiliate: null };
  }
  // One transaction, so that balances, figures and list agree.
  return deps.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const figures = await readAffiliateFigures(trx, personId, deps.clock());
      return {
        status: 'approved' as const,
        terms,
        affiliate: {
          isSample: isDemoPerson(deps.env, personId),
          code: affiliate.code,
          link: `${deps.env.origin}/?ref=${affiliate.code}`,
          coupon: affiliate.coupon,
          couponChangeableAt: couponChangeableAt(deps, affiliate.coupon_changed_at),
          balances: await readAffiliateBalances(trx, personId),
          ...figures,
          commissions: await listCommissions(deps, trx, personId, maxCommissions),
        },
      };
    });
}
