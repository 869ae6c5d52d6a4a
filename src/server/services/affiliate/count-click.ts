import { isbot } from 'isbot';
import { isCreativeName } from '../../../domain/affiliate/creative.ts';
import { normalizeAffiliateCode } from '../../../domain/coupon/coupon.ts';
import type { ClickMarks } from '../../db/affiliate-tables.ts';
import type { Deps, RequestContext } from '../../deps.ts';
import { newId } from '../../ids.ts';

type Click = { readonly [Name in keyof ClickMarks]?: string | undefined } & {
  readonly code: string;
  readonly browserSessionId: string;
  readonly page: string;
  readonly creative?: string | undefined;
  readonly click_id?: string | undefined;
};

/**
 * Records a visit through an affiliate's link, once per link, browser and UTC day. The latest visit before an order
 * counts. Programs and visits without a user agent aren't counted.
 */
export async function countClick(
  deps: Deps,
  { code, browserSessionId, page, creative, click_id: clickId, ...marks }: Click,
  { userAgent }: Pick<RequestContext, 'userAgent'>,
): Promise<void> {
  if (userAgent === '' || isbot(userAgent)) return;
  const affiliate = await deps.db
    .selectFrom('affiliate')
    .select('person_id')
    .where('code', '=', normalizeAffiliateCode(code))
    .where('status', '=', 'approved')
    .executeTakeFirst();
  if (!affiliate) return;
  const now = deps.clock();
  const subs = JSON.stringify(Object.fromEntries(Object.entries(marks).filter(([, mark]) => mark !== undefined)));
  await deps.db
    .insertInto('affiliate_click')
    .values({
      id: newId(),
      affiliate_id: affiliate.person_id,
      browser: browserSessionId,
      day: now.toISOString().slice(0, 10),
      link: `${page} ${subs}${isCreativeName(creative) ? ` ${creative}` : ''}`,
      page,
      subs,
      creative: isCreativeName(creative) ? creative : null,
      click_id: clickId ?? null,
      first_at: now,
      last_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['affiliate_id', 'browser', 'day', 'link'])
        .doUpdateSet({ last_at: now, ...(clickId === undefined ? {} : { click_id: clickId }) }),
    )
    .execute();
}
