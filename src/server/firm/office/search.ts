import { type RawBuilder, sql } from 'kysely';
import type { Locale } from '#i18n/locales.ts';
import type { Actor, Deps } from '#server/core/deps.ts';
import { startOf } from '#server/office/lists/parts.ts';
import { type NamedOrder, namedColumns, nameInLocale } from '#server/orders/products/name-in-locale.ts';
import { claims } from '#server/support/claims.ts';
import type { DataOf } from '#shared/core/call.ts';
import type { officeSearch } from '#shared/firm/contract-office.ts';
import { mayOpenList } from '#shared/firm/lists.ts';
import { parseOrderNumber } from '#shared/orders/number.ts';

type SearchHit = DataOf<typeof officeSearch>['found'][number];

/** How many hits of a list are shown, and how many matches of a short text are considered to find them. */
const maxHits = 10;
const maxConsidered = 50;

type HitRow = Omit<SearchHit, 'list' | 'at'> & { readonly at: Date; readonly name?: NamedOrder };

/** A search text as each part needs it: as typed, and as the patterns of an address and of a name. */
type Terms = { readonly text: string; readonly prefix: string; readonly name: string };

/**
 * Searches each list by what identifies its rows. Every part reads an index and ends early: an exact id or code, or the
 * start of an address or a name.
 */
const lookups = {
  people: ({ text, prefix, name }: Terms) => sql<HitRow>`
    select id, email as title, trim(first_name || ' ' || last_name) as detail, created_at as at from person
    where id in (select id from person where id = ${text} union all ${findPeople({ prefix, name })})
    order by lower(email) limit ${maxHits}`,
  orders: ({ text, prefix, name }: Terms) => sql<HitRow>`
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
      union all (select id from orders where person_id in (${findPeople({ prefix, name })}) limit ${maxConsidered})
    )
    order by o.created_at desc limit ${maxHits}`,
  accounts: ({ text, prefix, name }: Terms) => sql<HitRow>`
    select a.id, a.platform_account_id as title, p.email as detail, a.opened_at as at
    from trading_account a join person p on p.id = a.person_id
    where a.id in (
      select id from trading_account where id = ${text}
      union all select id from trading_account where platform_account_id = ${text}
      union all (select id from trading_account where platform_user = ${text} limit ${maxConsidered})
      union all (select id from trading_account where person_id in (${findPeople({ prefix, name })}) limit ${maxConsidered})
    )
    order by a.opened_at desc limit ${maxHits}`,
  payouts: ({ text, prefix, name }: Terms) => sql<HitRow>`
    select o.id, o.number as title, p.email as detail, o.requested_at as at
    from payout o join person p on p.id = o.person_id
    where o.id in (
      select id from payout where id = ${text}
      union all select id from payout where number = ${text.toUpperCase()}
      union all (select id from payout where person_id in (${findPeople({ prefix, name })}) limit ${maxConsidered})
    )
    order by o.requested_at desc limit ${maxHits}`,
  claims: ({ text }: Terms) => sql<HitRow>`
    select c.id, c.number as title, c.name || ' · ' || c.email as detail, c.at from ${claims} c
    where c.number = ${text.toUpperCase()} and c.kind in ('right-to-withdraw', 'cancellation', 'breach-dispute') order by c.at desc limit ${maxHits}`,
  tickets: ({ text, prefix, name }: Terms) => sql<HitRow>`
    select id, number as title, name || ' · ' || subject as detail, opened_at as at from ticket
    where id in (
      select id from ticket where id = ${text}
      union all select id from ticket where number = ${text.toUpperCase()}
      union all (select id from ticket where lower(email) = ${text.toLowerCase()} limit ${maxConsidered})
      union all (select id from ticket where person_id in (${findPeople({ prefix, name })}) limit ${maxConsidered})
    )
    order by opened_at desc limit ${maxHits}`,
  coupons: ({ text }: Terms) => sql<HitRow>`
    select id, code as title, '' as detail, created_at as at from coupon where code = ${text.toUpperCase()}`,
  discounts: ({ text }: Terms) => sql<HitRow>`
    select id, code as title, '' as detail, created_at as at from discount where code = ${text.toUpperCase()}`,
  affiliates: ({ text }: Terms) => sql<HitRow>`
    select a.person_id as id, coalesce(a.coupon, a.code) as title, p.email as detail, a.applied_at as at
    from affiliate a join person p on p.id = a.person_id
    where a.person_id in (
      select person_id from affiliate where code = ${text}
      union all select person_id from affiliate where coupon = ${text.toUpperCase()}
    )`,
} as const;

/** The first people whose address or name starts with the text, in index order, which isn't the language's. */
function findPeople({ prefix, name }: Pick<Terms, 'prefix' | 'name'>) {
  const folded = sql`fold_text(${name})`;
  const startingWith = (key: RawBuilder<unknown>, pattern: RawBuilder<unknown>) =>
    sql`(select id from person where ${key} like ${pattern} order by ${key} using ~<~ limit ${maxHits})`;
  return sql`${startingWith(sql`lower(email)`, sql`${prefix}`)}
    union all ${startingWith(sql`fold_text(first_name || ' ' || last_name)`, folded)}
    union all ${startingWith(sql`fold_text(last_name || ' ' || first_name)`, folded)}`;
}

/** Finds people and their orders, accounts, payouts and tickets, and codes, in the lists that the person may open. */
export async function searchOffice(deps: Deps, { roles }: Actor, text: string, locale: Locale): Promise<SearchHit[]> {
  const terms = { text, prefix: startOf(text.toLowerCase()), name: startOf(text) };
  const names = (Object.keys(lookups) as (keyof typeof lookups)[]).filter((name) => mayOpenList(name, roles));
  const found = await Promise.all(
    names.map(async (list) => {
      const { rows } = await lookups[list](terms).execute(deps.db);
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
