import { sql } from 'kysely';
import type { Deps } from '#server/core/deps.ts';
import type { SharedDetail } from '#shared/risk/findings.ts';

/** Two people who share a bank account, a browser or a card; `left` sorts before `right`. */
export type Link = { readonly left: string; readonly right: string; readonly detail: SharedDetail };

const pairs = (table: string, column: string, detail: SharedDetail, of: readonly string[] | null) => sql`
  select least(a.person_id, b.person_id) as left, greatest(a.person_id, b.person_id) as right, ${detail}::text as detail
  from ${sql.table(table)} a join ${sql.table(table)} b
    on b.${sql.ref(column)} = a.${sql.ref(column)} and b.person_id <> a.person_id
  where ${of === null ? sql`a.person_id < b.person_id` : sql`a.person_id = any(${[...of]}::text[])`}`;

export async function listLinks({ db }: Pick<Deps, 'db'>, of: readonly string[] | null): Promise<Link[]> {
  const { rows } = await sql<Link>`
    ${pairs('payout_destination', 'fingerprint', 'bank-account', of)}
    union ${pairs('known_device', 'device_hash', 'browser', of)}
    union ${pairs('orders', 'card_fingerprint', 'card', of)}
    order by 1, 2, 3
  `.execute(db);
  return rows;
}

/** Gives linked people, also over others between them, one name. */
export function groupLinked(links: readonly Link[]): (personId: string) => string {
  const groups = new Map<string, string>();
  const groupOf = (personId: string): string => {
    const group = groups.get(personId);
    return group === undefined || group === personId ? personId : groupOf(group);
  };
  for (const { left, right } of links) groups.set(groupOf(left), groupOf(right));
  return groupOf;
}
