import { insertOnce } from '#server/core/database/rows.ts';
import { demoPassword, demoPeople } from '#server/core/demo-people.ts';
import type { Deps } from '#server/core/deps.ts';
import { hashPassword } from './password/hash.ts';

/** Seeds people who sign in with the demo's password; existing ones are kept. */
export async function seedPeople(deps: Deps): Promise<void> {
  const emails = demoPeople.map(({ email }) => email);
  const present = await deps.db.selectFrom('person').select('email').where('email', 'in', emails).execute();
  const missing = demoPeople.filter(({ email }) => !present.some((person) => person.email === email));
  if (missing.length === 0) return;
  const now = deps.clock();
  const rows = missing.map(async ({ id, email, firstName, lastName, country, roles }) => ({
    id,
    email,
    first_name: firstName,
    last_name: lastName,
    country,
    locale: 'en',
    password_hash: await hashPassword(demoPassword),
    email_verified_at: now,
    roles,
    created_at: now,
  }));
  await insertOnce(deps.db, 'person', await Promise.all(rows));
}
