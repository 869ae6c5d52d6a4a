import { normalizeAffiliateCode } from '../../../domain/coupon/coupon.ts';
import type { Deps } from '../../deps.ts';

type Click = { readonly code: string; readonly browserSessionId: string };

/** Records a visit through an affiliate's link; the latest before an order counts. */
export async function countClick(deps: Deps, { code, browserSessionId }: Click): Promise<void> {
  const affiliate = await deps.db
    .selectFrom('affiliate')
    .select('person_id')
    .where('code', '=', normalizeAffiliateCode(code))
    .executeTakeFirst();
  if (!affiliate) return;
  const now = deps.clock();
  await deps.db
    .insertInto('affiliate_click')
    .values({ affiliate_id: affiliate.person_id, browser: browserSessionId, clicks: 1, first_at: now, last_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['affiliate_id', 'browser'])
        .doUpdateSet((eb) => ({ clicks: eb('affiliate_click.clicks', '+', 1), last_at: now })),
    )
    .execute();
}
