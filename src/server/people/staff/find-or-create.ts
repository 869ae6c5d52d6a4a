import { defaultLocale } from '#i18n/locales.ts';
import { insertOnce } from '#server/core/database/rows.ts';
import { type Deps, newId, type Trx } from '#server/core/deps.ts';
import { findPersonByEmail } from '../find-person.ts';

/** The person of an address, created without a password if nobody has it. @returns their id */
export async function findOrCreateStaff(deps: Deps, trx: Trx, email: string): Promise<string> {
  const id = newId();
  const isCreated = await insertOnce(trx, 'person', {
    id,
    email,
    first_name: '',
    last_name: '',
    country: '',
    locale: defaultLocale,
    password_hash: null,
    created_at: deps.clock(),
  });
  return isCreated ? id : ((await findPersonByEmail(trx, email))?.id ?? '');
}
