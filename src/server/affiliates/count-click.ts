import { isbot } from 'isbot';
import { sql } from 'kysely';
import type { output } from 'zod/mini';
import { normalizeAffiliateCode } from '#lib/spelled-code.ts';
import { type Deps, newId, type RequestContext, type Trx } from '#server/core/deps.ts';
import type { countLink } from '#shared/affiliates/contract.ts';
import { isCreativeName } from '#shared/affiliates/creative.ts';
import type { ClickMarks } from './tables.ts';
import { type ClickRow, insertClicks, writeClick } from './write-clicks.ts';

/** The version of the attribution question's text (`data-referral`); increase it when its meaning changes. */
const consentVersion = '2';
/** Prefix of the `browser` column for a visit without a browser id. */
const anonymousBrowser = 'anonymous-';

/**
 * Records a visit through an affiliate's link: anonymously, or, if the visitor consents, once per link, browser and UTC
 * day. The latest visit before an order counts. Bots and requests without a user agent aren't counted.
 */
export async function countClick(
  deps: Deps,
  { code, browserSessionId, page, counted, creative, click_id: clickId, ...marks }: output<typeof countLink.body>,
  { userAgent }: Pick<RequestContext, 'userAgent'>,
): Promise<void> {
  if (userAgent === '' || isbot(userAgent)) return;
  const now = deps.clock();
  const subs: ClickMarks = Object.fromEntries(Object.entries(marks).filter(([, mark]) => mark !== undefined));
  const creativeName = isCreativeName(creative) ? creative : null;
  const hasConsent = browserSessionId !== undefined;
  const id = newId();
  const link = `${page} ${JSON.stringify(subs)}${creativeName ? ` ${creativeName}` : ''}`;
  const click = { code: normalizeAffiliateCode(code), day: now.toISOString().slice(0, 10), link };
  const row = {
    ...{ id, browser: browserSessionId ?? `${anonymousBrowser}${id}`, ...click, page, subs, creative: creativeName },
    ...{ click_id: hasConsent ? (clickId ?? null) : null, consent_version: hasConsent ? consentVersion : null },
    ...{ first_at: now, last_at: now },
  };
  if (!hasConsent || counted !== true) return await writeClick(deps.db, row);
  await deps.db.transaction().execute(async (trx) => {
    const [isNew] = await insertClicks(trx, [row]);
    // A repeated visit has already replaced its anonymous one.
    if (isNew) await removeAnonymousVisit(trx, click);
  });
}

/** Removes one visit that was counted before its visitor consented. Anonymous visits are interchangeable. */
async function removeAnonymousVisit(trx: Trx, { code, day, link }: Pick<ClickRow, 'code' | 'day' | 'link'>) {
  await sql`
    delete from affiliate_click where id = (
      select c.id from affiliate_click c join affiliate a on a.person_id = c.affiliate_id
      where a.code = ${code} and c.day = ${day} and c.link = ${link} and c.browser like ${`${anonymousBrowser}%`}
      order by c.first_at desc limit 1
    )
  `.execute(trx);
}
