import sharp from 'sharp';
import { newId } from '#server/core/deps.ts';
import { getAgreementText } from '#server/payouts/payees/agreement-text.ts';
import { encryptDetails, fingerprintDestination } from '#server/payouts/payees/destination-details.ts';
import { signAgreement } from '#server/payouts/payees/sign-agreement.ts';
import { signTaxForm } from '#server/payouts/payees/sign-tax-form.ts';
import { maskDestination } from '#shared/payouts/payees/destination.ts';
import type { DocumentPurpose } from '#shared/payouts/payees/documents.ts';
import type { TestApp } from './app.ts';

type Answer = { response_status: number; data: { documentId: string }; validation_errors: Record<string, string[]> };

/** A photograph with camera metadata. */
export async function photograph(): Promise<Buffer> {
  const raw = sharp({ create: { width: 900, height: 600, channels: 3, background: '#07546b' } });
  return raw
    .jpeg()
    .withExif({ IFD0: { Copyright: 'secret place', Artist: 'Ada' } })
    .toBuffer();
}

/** Uploads a document as a browser does. */
export async function uploadAs(
  server: Pick<TestApp, 'app'>,
  token: string,
  bytes: Uint8Array,
  { purpose = 'identity-front' as DocumentPurpose, name = 'document.jpg', type = 'image/jpeg' } = {},
): Promise<Answer> {
  const form = new FormData();
  form.append('purpose', purpose);
  form.append('document', new Blob([new Uint8Array(bytes)], { type }), name);
  const headers = { Authorization: `Bearer ${token}`, 'Accept-Language': 'en' };
  const response = await server.app.request('/api/payee/documents/upload', { method: 'POST', headers, body: form });
  return (await response.json()) as Answer;
}

/** Makes a person staff, with the two-step sign-in that staff need. */
export async function giveRole(
  server: Pick<TestApp, 'deps'>,
  personId: string,
  role: 'reviewer' | 'finance' | 'support',
) {
  await server.deps.db
    .updateTable('person')
    .set({ roles: [role], two_factor_at: server.deps.clock() })
    .where('id', '=', personId)
    .execute();
}

/**
 * Meets every requirement for a payout: identity, tax form, agreement and a destination older than 72 hours.
 * @returns the destination's id
 */
export async function makePayable({ deps }: Pick<TestApp, 'deps'>, personId: string): Promise<string> {
  const now = deps.clock();
  const person = await deps.db.selectFrom('person').selectAll().where('id', '=', personId).executeTakeFirstOrThrow();
  const name = `${person.first_name} ${person.last_name}`;
  await deps.db
    .insertInto('identity_check')
    .values({
      ...{ id: newId(), person_id: personId, provider: 'documents', status: 'approved', started_at: now },
      ...{ first_name: person.first_name, last_name: person.last_name, event_at: now, decided_at: now },
    })
    .execute();
  const text = getAgreementText('en', now);
  const actor = { personId, sessionId: '', email: person.email, verified: true, roles: [], hasSecondFactor: true };
  const context = { ip: '127.0.0.1', network: '127.0.0.1', userAgent: 'test', locale: 'en' } as const;
  const requestContext = { ...context, requestId: '', deviceHash: null };
  await signAgreement(deps, actor, { sha256: text.sha256, signature: name }, requestContext);
  const address = { name, street: 'Rua da Prata 80', city: 'Lisboa', post_code: '1100-420' };
  const form = person.country === 'US' ? { tin: '123-45-6789', tin_type: 'ssn', state: 'NY' } : { no_tin: 1 as const };
  const birth = { citizenship: person.country, date_of_birth: '1990-05-31', country: person.country };
  await signTaxForm(deps, actor, { ...address, ...form, ...birth, signature: name }, requestContext);
  return addDestination({ deps }, personId, name);
}

/** A usable bank account in the person's own name. */
export async function addDestination({ deps }: Pick<TestApp, 'deps'>, personId: string, name: string): Promise<string> {
  const now = deps.clock();
  const id = newId();
  const home = { street: 'Rua da Prata 80', city: 'Lisboa', postCode: '1100-420', state: '', country: 'PT' };
  const details = { kind: 'iban', iban: 'PT50000201231234567890154', bic: 'CGDIPTPL', address: home } as const;
  const kind = { method: 'bank-transfer', kind: 'iban', masked: maskDestination(details) } as const;
  await deps.db
    .insertInto('payout_destination')
    .values({
      ...{ id, person_id: personId, added_by: personId, payee_name: name, ...kind },
      details: encryptDetails(deps, id, details),
      fingerprint: fingerprintDestination(deps, details),
      created_at: now,
      usable_at: now,
    })
    .execute();
  return id;
}
