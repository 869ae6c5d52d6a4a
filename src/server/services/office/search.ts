import { sql } from 'kysely';
import { officeLists } from '../../../contract/office/lists.ts';
import { parseOrderNumber } from '../../../domain/order/number.ts';
import type { Actor, Deps } from '../../deps.ts';

type Found = {
  readonly list: 'people' | 'orders' | 'accounts';
  readonly id: string;
  readonly title: string;
  readonly detail: string;
  readonly at: number;
};

type Stored = Omit<Found, 'list' | 'at'> & { readonly at: Date };

/** Each list by what names its rows. Every condition is an index's: an exact id, or the start of an address. */
const lookUps = {
  people: (text: string, prefix: string) => sql<Stored>`
    select id, email as title, trim(first_name || ' ' || last_name) as detail, created_at as at from person
    where lower(email) like ${prefix} or id = ${text}
    order by lower(email) limit 10`,
  orders: (text: string, prefix: string) => sql<Stored>`
    select id, number as title, email || ' · ' || coalesce(nullif(name, ''), package_id) as detail, created_at as at
    from orders
    where number = ${parseOrderNumber(text) ?? ''} or id = ${text} or lower(email) like ${prefix} or id in (select order_id from invoice where number = ${text})
    order by created_at desc limit 10`,
  accounts: (text: string, prefix: string) => sql<Stored>`
    select a.id, a.platform_account_id as title, p.email as detail, a.opened_at as at
    from trading_account a join person p on p.id = a.person_id
    where a.id = ${text} or a.platform_account_id = ${text} or a.platform_user = ${text} or lower(p.email) like ${prefix}
    order by a.opened_at desc limit 10`,
} as const;

/** Finds people, orders and accounts in the lists that the person may open. */
export async function searchOffice(deps: Deps, { roles }: Actor, text: string): Promise<Found[]> {
  const prefix = `${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  const names = (Object.keys(lookUps) as (keyof typeof lookUps)[]).filter((name) =>
    officeLists[name].roles.some((role) => roles.includes(role)),
  );
  const found = await Promise.all(
    names.map(async (list) => {
      const { rows } = await lookUps[list](text, prefix).execute(deps.db);
      return rows.map((row) => ({ ...row, list, at: row.at.getTime() }));
    }),
  );
  return found.flat();
}
