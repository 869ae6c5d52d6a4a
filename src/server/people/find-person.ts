import { type Selectable, sql } from 'kysely';
import { normalizeEmail } from '#lib/email-address.ts';
import { readTogether } from '#server/core/database/read-together.ts';
import type { Db, Deps, Trx } from '#server/core/deps.ts';
import type { PersonTable } from './tables.ts';

export type Person = Selectable<PersonTable>;

export async function findPersonByEmail(executor: Db | Trx, email: string): Promise<Person | undefined> {
  return executor
    .selectFrom('person')
    .selectAll()
    .where(sql`lower(email)`, '=', normalizeEmail(email))
    .executeTakeFirst();
}

export async function findPerson(executor: Db | Trx, personId: string): Promise<Person | undefined> {
  return executor.selectFrom('person').selectAll().where('id', '=', personId).executeTakeFirst();
}

export async function getPerson(executor: Db | Trx, personId: string): Promise<Person> {
  return executor.selectFrom('person').selectAll().where('id', '=', personId).executeTakeFirstOrThrow();
}

const readPeople = readTogether<Deps, Person>(async ({ db }, personIds) => {
  const rows = await db.selectFrom('person').selectAll().where(sql<boolean>`id = any(${personIds}::text[])`).execute();
  return new Map(rows.map((row) => [row.id, row]));
});

/** The same as `getPerson` outside of transactions, for reads that many people do at the same time. */
export async function readPerson(deps: Deps, personId: string): Promise<Person> {
  const person = await readPeople(deps, personId);
  if (!person) throw new Error('A signed-in person is missing');
  return person;
}
