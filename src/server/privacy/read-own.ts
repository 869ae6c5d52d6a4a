import { sql } from 'kysely';
import type { Database } from '#server/core/database/database.ts';
import type { Db } from '#server/core/deps.ts';

type Table = keyof Database & string;

/** Reads a person's rows of a table, by the column that ties them to the person, oldest first by the first time listed. */
export function createOwnReader(db: Db, personId: string, addresses: readonly string[]) {
  const ties = {
    person_id: sql`person_id = ${personId}`,
    affiliate_id: sql`affiliate_id = ${personId}`,
    account_id: sql`account_id in (select id from trading_account where person_id = ${personId})`,
    order_id: sql`order_id in (select id from orders where person_id = ${personId})`,
    email: sql`lower(email) = any(${addresses})`,
    recipient: sql`lower(recipient) = any(${addresses})`,
  };
  return async <Name extends Table>(
    tie: keyof Database[Name] & keyof typeof ties,
    table: Name,
    columns?: readonly (keyof Database[Name] & string)[],
  ): Promise<readonly object[]> => {
    const names = columns ? sql.join(columns.map((name) => sql.ref(name))) : sql`*`;
    const at = columns?.find((name) => name.endsWith('_at'));
    const { rows } = await sql<object>`select ${names} from ${sql.table(table)} where ${ties[tie]}
      ${at === undefined ? sql`` : sql`order by ${sql.ref(at)}`}`.execute(db);
    return rows;
  };
}
