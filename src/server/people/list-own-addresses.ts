import { sql } from 'kysely';
import type { Db, Trx } from '#server/core/deps.ts';

/**
 * A person's address and those they had before, in small letters. What only an address ties to somebody is theirs under
 * each of them, unless another person has the address now.
 */
export async function listOwnAddresses(db: Db | Trx, personId: string): Promise<readonly string[]> {
  const former = db
    .selectFrom('former_address')
    .select('email')
    .where('person_id', '=', personId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('person')
            .select('person.id')
            .where(sql<string>`lower(person.email)`, '=', sql.ref<string>('former_address.email')),
        ),
      ),
    );
  const rows = await db
    .selectFrom('person')
    .select(sql<string>`lower(email)`.as('email'))
    .where('id', '=', personId)
    .union(former)
    .execute();
  return rows.map(({ email }) => email);
}
