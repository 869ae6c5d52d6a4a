import { sql } from 'kysely';
import type { Db, Trx } from '#server/core/deps.ts';

/**
 * A person's address and those they had before, in small letters. What only an address ties to somebody is theirs under
 * each of them, unless another person has or had it too. A deletion ends what stands under the address they have now in
 * any case; an export leaves it out, because part of it may be the other person's.
 */
export async function listOwnAddresses(
  db: Db | Trx,
  personId: string,
  purpose: 'deletion' | 'export',
): Promise<readonly string[]> {
  const { rows } = await sql<{ email: string }>`
    with held as not materialized (
      select id as person_id, lower(email) as email, true as is_current from person
      union all select person_id, email, false from former_address
    )
    select distinct own.email from held own where own.person_id = ${personId}
      and (own.is_current and ${purpose === 'deletion'} or not exists (
        select from held other where other.email = own.email and other.person_id <> ${personId}))`.execute(db);
  return rows.map(({ email }) => email);
}
