import { sql } from 'kysely';
import type { Locale } from '#i18n/locales.ts';
import type { Actor, Deps } from '#server/core/deps.ts';
import { type NamedOrder, namedColumns, nameInLocale } from '#server/orders/products/name-in-locale.ts';
import { officeLists } from '#shared/office/lists.ts';
import { parseOrderNumber } from '#shared/orders/number.ts';

type SearchHit = {
  readonly list: keyof typeof lookups;
  readonly id: string;
  readonly title: string;
  readonly detail: string;
  readonly at: number;
};

/** How many hits of a list are shown, and how many matches of a short text are considered to find them. */
const maxHits = 10;
const maxConsidered = 50;

type HitRow = Omit<SearchHit, 'list' | 'at'> & { readonly at: Date; readonly name?: NamedOrder };

/**
 * Searches each list by what identifies its rows. Every part reads an index and ends early: an exact id, or the start
 * of an address.
 */
const lookups = {
  people: (text: string, prefix: string) => sql<HitRow>`
    select id, email as title, trim(first_name || ' ' || last_name) as detail, created_at as at from person
    where id in (select id from person where id = ${text} union all ${peopleByEmail(prefix)})
    order by lower(email) limit ${maxHits}`,
  orders: (text: string, prefix: string) => sql<HitRow>`
    select o.id, o.number as title, o.email as detail, ${namedColumns} as name, o.created_at as at
    from orders o left join trading_account a on a.id = o.account_id
    where o.id in (
      select id from orders where id = ${text}
      union all select id from orders where number = ${parseOrderNumber(text) ?? ''}
      union all select order_id from invoice where number = ${text}
      union all (
        select id from orders where lower(email) like ${prefix}
        order by lower(email) using ~<~, created_at desc limit ${maxConsidered}
      )
    )
    order by o.created_at desc limit ${maxHits}`,
  accounts: (text: string, prefix: string) => sql<HitRow>`
    select a.id, a.platform_account_id as title, p.email as detail, a.opened_at as at
    from trading_account a join person p on p.id = a.person_id
    where a.id in (
      select id from trading_account where id = ${text}
      union all select id from trading_account where platform_account_id = ${text}
      union all (select id from trading_account where platform_user = ${text} limit ${maxConsidered})
      union all (select id from trading_account where person_id in (${peopleByEmail(prefix)}) limit ${maxConsidered})
    )
    order by a.opened_at desc limit ${maxHits}`,
  payouts: (text: string, prefix: string) => sql<HitRow>`
    select o.id, o.number as title, p.email as detail, o.requested_at as at
    from payout o join person p on p.id = o.person_id
    where o.id in (
      select id from payout where id = ${text}
      union all select id from payout where number = ${text.toUpperCase()}
      union all (select id from payout where person_id in (${peopleByEmail(prefix)}) limit ${maxConsidered})
    )
    order by o.requested_at desc limit ${maxHits}`,
} as const;

/** The first people whose address starts with the prefix, in index order, which isn't the language's. */
function peopleByEmail(prefix: string) {
  return sql`(select id from person where lower(email) like ${prefix} order by lower(email) using ~<~ limit ${maxHits})`;
}

/** Finds people, orders, accounts and payouts in the lists that the person may open. */
export async function searchOffice(deps: Deps, { roles }: Actor, text: string, locale: Locale): Promise<SearchHit[]> {
  const prefix = `${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  const names = (Object.keys(lookups) as (keyof typeof lookups)[]).filter((name) =>
    officeLists[name].roles.some((role) => roles.includes(role)),
  );
  const found = await Promise.all(
    names.map(async (list) => {
      const { rows } = await lookups[list](text, prefix).execute(deps.db);
      return rows.map(({ name, detail, ...row }) => ({
        ...row,
        list,
        detail: name ? `${detail} · ${nameInLocale(deps, name, locale)}` : detail,
        at: row.at.getTime(),
      }));
    }),
  );
  return found.flat();
}
