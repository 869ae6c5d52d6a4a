import { defaultLocale } from '#i18n/locales.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { newId } from '#server/core/ids.ts';
import { findPersonByEmail } from '../find-person.ts';

/** The person of an address, created without a password if nobody has it. @returns their id */
export async function findOrCreateStaff(deps: Deps, trx: Trx, email: string): Promise<string> {
  const created = await trx
    .insertInto('person')
    .values({
      id: newId(),
      email,
      first_name: '',
      last_name: '',
      country: '',
      locale: defaultLocale,
      password_hash: null,
      created_at: deps.clock(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return created?.id ?? (await findPersonByEmail(trx, email))?.id ?? '';
}
