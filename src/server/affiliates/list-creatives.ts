import { sql } from 'kysely';
import type { Locale } from '#i18n/locales.ts';
import type { Deps } from '#server/core/deps.ts';
import type { fetchCreatives } from '#shared/affiliates/contract-creatives.ts';
import { creativeNames, creatives } from '#shared/affiliates/creative.ts';
import type { DataOf } from '#shared/core/call.ts';
import { getAffiliate } from './approved.ts';
import { creativeLink } from './creative-link.ts';
import { firstFigureDay } from './read-figures.ts';

type Row = { creative: string; clicks: string | number; orders: string | number; cents: string | number };

/** An affiliate's creatives with the results of each. @throws {ServiceError} 404 for anyone but an affiliate */
export async function listCreatives(
  deps: Deps,
  personId: string,
  locale: Locale,
): Promise<DataOf<typeof fetchCreatives>> {
  const affiliate = await getAffiliate(deps.db, personId);
  const { rows } = await sql<Row>`
    select creative, count(distinct c.id) as clicks, count(distinct m.id) as orders,
      coalesce(sum(m.amount_cents - m.revoked_cents), 0) as cents
    from affiliate_click c left join commission m on m.click_id = c.id
    where c.affiliate_id = ${personId} and c.creative is not null and c.day >= ${firstFigureDay(deps.clock())}
    group by creative
  `.execute(deps.db);
  return {
    creatives: creativeNames.map((name) => {
      const row = rows.find(({ creative }) => creative === name);
      return {
        name,
        ...creatives[name],
        link: creativeLink(deps, affiliate.code, name, locale),
        clicks: Number(row?.clicks ?? 0),
        orders: Number(row?.orders ?? 0),
        amountCents: Number(row?.cents ?? 0),
      };
    }),
  };
}
