import { sql } from 'kysely';
import { officeLists } from '../../../contract/office/lists.ts';
import { parseOrderNumber } from '../../../domain/order/number.ts';
import type { Locale } from '../../../i18n/locales.ts';
import type { Actor, Deps } from '../../deps.ts';
import { type NamedOrder, namedColumns, nameInLocale } from './name-in-locale.ts';

type Found = {
  readonly list: keyof typeof lookUps;
  readonly id: string;
  readonly title: string;
  readonly detail: string;
  readonly at: number;
};

/** Hits of a list on screen, and how many of a short text are looked at to find them. */
const shown = 10;
const considered = 50;

type Stored = Omit<Found, 'list' | 'at'> & { readonly at: Date; readonly name?: NamedOrder };

/**
 * Each list by what names its rows. Every part reads an index and ends early: an exact id, or the start of an address.
 */
const lookUps = {
  people: (text: string, prefix: string) => sql<Stored>`
    select id, email as title, trim(first_name || ' ' || last_name) as detail, created_at as at from person
    where id in (select id from person where id = ${text} union all ${peopleBy(prefix)})
    order by lower(email) limit ${shown}`,
  orders: (text: string, prefix: string) => sql<Stored>`
    select o.id, o.number as title, o.email as detail, ${namedColumns} as name, o.created_at as at
    from orders o left join trading_account a on a.id = o.account_id
    where o.id in (
      select id from orders where id = ${text}
      union all select id from orders where number = ${parseOrderNumber(text) ?? ''}
      union all select order_id from invoice where number = ${text}
      union all (
        select id from orders where lower(email) like ${prefix}
        order by lower(email) using ~<~, created_at desc limit ${considered}
      )
    )
    order by o.created_at desc limit ${shown}`,
  accounts: (text: string, prefix: string) => sql<Stored>`
    select a.id, a.platform_account_id as title, p.email as detail, a.opened_at as at
    from trading_account a join person p on p.id = a.person_id
    where a.id in (
      select id from trading_account where id = ${text}
      union all select id from trading_account where platform_account_id = ${text}
      union all (select id from trading_account where platform_user = ${text} limit ${considered})
      union all (select id from trading_account where person_id in (${peopleBy(prefix)}) limit ${considered})
    )
    order by a.opened_at desc limit ${shown}`,
  payouts: (text: string, prefix: string) => sql<Stored>`
    select o.id, o.number as title, p.email as detail, o.requested_at as at
    from payout o join person p on p.id = o.person_id
    where o.id in (
      select id from payout where id = ${text}
      union all select id from payout where number = ${text.toUpperCase()}
      union all (select id from payout where person_id in (${peopleBy(prefix)}) limit ${considered})
    )
    order by o.requested_at desc limit ${shown}`,
} as const;

/** The first people whose address starts so, in the order of the index, which isn't the language's. */
function peopleBy(prefix: string) {
  return sql`(select id from person where lower(email) like ${prefix} order by lower(email) using ~<~ limit ${shown})`;
}

/** Finds people, orders, accounts and payouts in the lists that the person may open. */
export async function searchOffice(deps: Deps, { roles }: Actor, text: string, locale: Locale): Promise<Found[]> {
  const prefix = `${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  const names = (Object.keys(lookUps) as (keyof typeof lookUps)[]).filter((name) =>
    officeLists[name].roles.some((role) => roles.includes(role)),
  );
  const found = await Promise.all(
    names.map(async (list) => {
      const { rows } = await lookUps[list](text, prefix).execute(deps.db);
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
