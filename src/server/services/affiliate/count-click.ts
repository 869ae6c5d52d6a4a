import { isbot } from 'isbot';
import { sql } from 'kysely';
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
  const now = deps.clock();
  const subs = JSON.stringify(Object.fromEntries(Object.entries(marks).filter(([, mark]) => mark !== undefined)));
  const known = isCreativeName(creative) ? creative : null;
  const columns = {
    ...{ id: newId(), browser: browserSessionId, day: now.toISOString().slice(0, 10), page, subs, creative: known },
    ...{ link: `${page} ${subs}${known ? ` ${known}` : ''}`, click_id: clickId ?? null, first_at: now, last_at: now },
  };
  // One statement: a visitor's page waits for it.
  await sql`
    insert into affiliate_click (affiliate_id, ${sql.join(Object.keys(columns).map((name) => sql.ref(name)))})
    select person_id, ${sql.join(Object.values(columns))} from affiliate
    where code = ${normalizeAffiliateCode(code)} and status = 'approved'
    on conflict (affiliate_id, browser, day, link)
    do update set last_at = excluded.last_at, click_id = coalesce(excluded.click_id, affiliate_click.click_id)
  `.execute(deps.db);
}
