import { type Selectable, sql } from 'kysely';
import { normalizeEmail } from '#lib/email-address.ts';
import type { Db, Trx } from '#server/core/deps.ts';
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
