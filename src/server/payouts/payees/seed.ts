import { dayMs } from '#lib/durations.ts';
import { fullName } from '#lib/person-name.ts';
import { findRow, insertOnce } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';
import { getAgreementText } from './agreement-text.ts';
import { encryptDetails } from './destination-details.ts';
import { signAgreement } from './sign-agreement.ts';
import { signTaxForm } from './sign-tax-form.ts';

export const demoDestinationId = 'demo-destination';
const personId = 'demo-payee';

/** The demo's payee: verified long ago, with a bank account. @returns false if the person doesn't exist */
export async function seedPayee(deps: Deps): Promise<boolean> {
  const person = await deps.db.selectFrom('person').selectAll().where('id', '=', personId).executeTakeFirst();
  if (!person) return false;
  const checkedAt = new Date(deps.clock().getTime() - 60 * dayMs);
  await insertOnce(deps.db, 'identity_check', {
    id: 'demo-payee-identity',
    person_id: personId,
    provider: 'documents',
    status: 'approved',
    first_name: person.first_name,
    last_name: person.last_name,
    started_at: checkedAt,
    submitted_at: checkedAt,
    decided_at: checkedAt,
    decided_by: 'system',
  });
  const address = { street: 'Rua do Exemplo 1', city: 'Lisboa', postCode: '1100-000', state: '', country: 'PT' };
  await insertOnce(deps.db, 'payout_destination', {
    id: demoDestinationId,
    person_id: personId,
    method: 'bank-transfer',
    kind: 'iban',
    details: encryptDetails(deps, demoDestinationId, {
      kind: 'iban',
      iban: 'PT50000201231234567890154',
      bic: 'BCOMPTPL',
      address,
    }),
    masked: 'PT50 •••• 0154',
    payee_name: fullName(person),
    added_by: personId,
    created_at: checkedAt,
    usable_at: new Date(checkedAt.getTime() + 3 * dayMs),
  });
  await signForms(deps, person);
  return true;
}

type Person = {
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly country: string;
};

/** Signs the agreement and the tax form, so that the next payout can be requested. */
async function signForms(deps: Deps, person: Person): Promise<void> {
  const signed = await findRow(deps.db, 'signed_agreement', { person_id: personId }, ['id']);
  if (signed) return;
  const signature = fullName(person);
  const actor = { personId, sessionId: '', email: person.email, verified: true, roles: [], hasSecondFactor: true };
  const context = { ip: '127.0.0.1', network: '127.0.0.1', userAgent: 'demo', locale: 'en' } as const;
  const requestContext = { ...context, requestId: '', deviceHash: null };
  await signAgreement(deps, actor, { sha256: getAgreementText('en', deps.clock()).sha256, signature }, requestContext);
  const address = { name: signature, street: 'Rua do Exemplo 1', city: 'Lisboa', post_code: '1100-000' };
  const birth = { citizenship: person.country, date_of_birth: '1990-05-31', country: person.country };
  await signTaxForm(deps, actor, { ...address, ...birth, no_tin: 1, signature }, requestContext);
}
