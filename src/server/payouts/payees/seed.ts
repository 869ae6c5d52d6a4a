import { dayMs } from '#lib/durations.ts';
import { fullName } from '#lib/person-name.ts';
import { findRow } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';
import type { Person } from '#server/people/find-person.ts';
import { getAgreementText } from './agreement-text.ts';
import { seedDestination, seedIdentity } from './seed-trader.ts';
import { signAgreement } from './sign-agreement.ts';
import { signTaxForm } from './sign-tax-form.ts';

export const demoDestinationId = 'demo-destination';
const personId = 'demo-payee';
const address = { street: 'Rua do Exemplo 1', city: 'Lisboa', postCode: '1100-000', state: '', country: 'PT' };
const iban = { kind: 'iban', iban: 'PT50000201231234567890154', bic: 'BCOMPTPL', address } as const;

/** The demo's payee: verified long ago, with a bank account. @returns false if the person doesn't exist */
export async function seedPayee(deps: Deps): Promise<boolean> {
  const person = await deps.db.selectFrom('person').selectAll().where('id', '=', personId).executeTakeFirst();
  if (!person) return false;
  const checkedAt = new Date(deps.clock().getTime() - 60 * dayMs);
  await seedIdentity(deps.db, 'demo-payee-identity', person, checkedAt);
  await seedDestination(deps, deps.db, demoDestinationId, person, iban, checkedAt);
  await signForms(deps, person);
  return true;
}

/** Signs the agreement and the tax form, so that the next payout can be requested. */
async function signForms(deps: Deps, person: Person): Promise<void> {
  const signed = await findRow(deps.db, 'signed_agreement', { person_id: personId }, ['id']);
  if (signed) return;
  const signature = fullName(person);
  const actor = { personId, sessionId: '', email: person.email, verified: true, roles: [], hasSecondFactor: true };
  const context = { ip: '127.0.0.1', network: '127.0.0.1', userAgent: 'demo', locale: 'en' } as const;
  const requestContext = { ...context, requestId: '', deviceHash: null };
  await signAgreement(deps, actor, { sha256: getAgreementText('en', deps.clock()).sha256, signature }, requestContext);
  const { street, city, postCode: post_code } = address;
  const birth = { citizenship: person.country, date_of_birth: '1990-05-31', country: person.country };
  const form = { name: signature, street, city, post_code, ...birth, no_tin: 1, signature } as const;
  await signTaxForm(deps, actor, form, requestContext);
}
