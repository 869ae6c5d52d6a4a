import type { Role } from '#shared/core/access.ts';
import type { Env } from './env.ts';

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

/** Whether a person belongs to the demo and signs in without a second factor. Always false outside the demo. */
export function isDemoPerson(env: Pick<Env, 'demo'>, id: string): boolean {
  return env.demo && demoPeople.some((person) => person.id === id);
}
