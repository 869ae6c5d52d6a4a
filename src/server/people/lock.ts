import type { Trx } from '#server/core/deps.ts';
import type { Person } from './find-person.ts';

/** Serializes changes to what a person has, such as destinations or passkeys. */
export function lockPerson(trx: Trx, personId: string): Promise<Person> {
  return trx.selectFrom('person').selectAll().where('id', '=', personId).forUpdate().executeTakeFirstOrThrow();
}
