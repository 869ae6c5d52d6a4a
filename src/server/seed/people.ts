import type { Role } from '../../contract/access.ts';
import type { Deps } from '../deps.ts';
import { hashPassword } from '../services/person/hash-password.ts';

export const demoPassword = 'Tidemark-demo-1';

type DemoPerson = {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly country: string;
  readonly roles: Role[];
};

export const demoPeople: readonly DemoPerson[] = [
  { id: 'demo-trader', email: 'trader@example.com', firstName: 'Tessa', lastName: 'Marques', country: 'PT', roles: [] },
  {
    id: 'demo-payee',
    email: 'payee@example.com',
    firstName: 'Filipa',
    lastName: 'Nogueira',
    country: 'PT',
    roles: [],
  },
  {
    id: 'demo-affiliate',
    email: 'affiliate@example.com',
    firstName: 'Alain',
    lastName: 'Girard',
    country: 'FR',
    roles: ['affiliate'],
  },
  {
    id: 'demo-applicant',
    email: 'applicant@example.com',
    firstName: 'Alana',
    lastName: 'Girardot',
    country: 'FR',
    roles: [],
  },
  {
    id: 'demo-risk',
    email: 'risk@example.com',
    firstName: 'Ruth',
    lastName: 'Keller',
    country: 'US',
    roles: ['risk_manager'],
  },
  {
    id: 'demo-finance',
    email: 'finance@example.com',
    firstName: 'Fiona',
    lastName: 'Berger',
    country: 'DE',
    roles: ['finance', 'reviewer'],
  },
  {
    id: 'demo-admin',
    email: 'admin@example.com',
    firstName: 'Adam',
    lastName: 'Osei',
    country: 'GB',
    roles: ['admin'],
  },
];

/** Whether a person is one of the demo, who sign in without a second factor. */
export function isDemoPerson(id: string): boolean {
  return demoPeople.some((person) => person.id === id);
}

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
  await deps.db
    .insertInto('person')
    .values(await Promise.all(rows))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
