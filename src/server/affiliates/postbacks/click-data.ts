import type { Trx } from '#server/core/deps.ts';
import type { ClickMarks } from '../tables.ts';

type Click = { page: string | null; subs: ClickMarks | null; creative: string | null; click_id: string | null };

/** The affiliate's own values of a visit, as sent in postbacks. */
export const toClickData = ({ page, subs, creative, click_id }: Click) => ({ page, click_id, ...subs, creative });

/** A visit's values, and the version of the question whose answer allows telling them; undefined once it is deleted. */
export async function readClickData(trx: Trx, clickId: string) {
  const click = await trx
    .selectFrom('affiliate_click')
    .select(['page', 'subs', 'creative', 'click_id', 'consent_version'])
    .where('id', '=', clickId)
    .executeTakeFirst();
  return click && { data: toClickData(click), consentVersion: click.consent_version };
}
