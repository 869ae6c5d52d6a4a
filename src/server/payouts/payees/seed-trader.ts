import { hourMs } from '#lib/durations.ts';
import { fullName } from '#lib/person-name.ts';
import { findRow, insertOnce, insertRow } from '#server/core/database/rows.ts';
import type { Db, Deps, Trx } from '#server/core/deps.ts';
import type { Person } from '#server/people/find-person.ts';
import {
  type DestinationDetails,
  destinationDelayHours,
  maskDestination,
  methodOf,
} from '#shared/payouts/payees/destination.ts';
import { maskTin, type TaxFormDetails, taxFormExpiry } from '#shared/payouts/payees/tax-form.ts';
import { getAgreementText } from './agreement-text.ts';
import { encryptDetails } from './destination-details.ts';
import { encryptTaxForm } from './tax-form-details.ts';

const address = { street: 'Rua da Prata 80', city: 'Lisboa', postCode: '1100-420', state: '', country: 'PT' };
const iban: DestinationDetails = { kind: 'iban', iban: 'PT50003501231234567890161', bic: 'CGDIPTPL', address };
const wise: DestinationDetails = { kind: 'wise', recipient: 'trader@example.com' };

/**
 * A payee who meets every requirement: one destination is usable, the other waits its 72 hours.
 * @param prefix prefix of the seeded ids
 */
export async function seedTraderPayee(deps: Deps, personId: string, prefix = 'demo'): Promise<void> {
  const present = await findRow(deps.db, 'identity_check', { person_id: personId }, ['id']);
  if (present) return;
  const person = await findRow(deps.db, 'person', personId, ['id', 'first_name', 'last_name']);
  if (!person) return;
  const now = deps.clock();
  const doneAt = new Date(now.getTime() - 30 * 24 * hourMs);
  const name = fullName(person);
  await deps.db.transaction().execute(async (trx) => {
    // Another server that started at the same time was first.
    if (!(await seedIdentity(trx, `${prefix}-identity`, person, doneAt))) return;
    const taxForm: TaxFormDetails = {
      ...{ kind: 'w-8ben', name, address, citizenship: 'PT', dateOfBirth: '1991-04-17', tin: '501964843' },
    };
    await insertRow(trx, 'tax_form', {
      ...{ id: `${prefix}-tax-form`, person_id: personId, kind: taxForm.kind, tin_masked: maskTin(taxForm.tin) },
      details: encryptTaxForm(deps, `${prefix}-tax-form`, taxForm),
      ...{ signed_name: name, signed_at: doneAt, ip: '127.0.0.1' },
      valid_until: taxFormExpiry(taxForm.kind, doneAt),
    });
    const { sha256, version, locale, title, body } = getAgreementText('en', doneAt);
    await insertOnce(trx, 'agreement_text', { sha256, version, locale, title, body, stored_at: doneAt });
    await insertRow(trx, 'signed_agreement', {
      ...{ id: `${prefix}-agreement`, person_id: personId, version, text_sha256: sha256, signed_name: name },
      ...{ consent: 'Sample', signed_at: doneAt, ip: '127.0.0.1', user_agent: 'Sample' },
    });
    await seedDestination(deps, trx, `${prefix}-destination-iban`, person, iban, doneAt);
    await seedDestination(deps, trx, `${prefix}-destination-wise`, person, wise, new Date(now.getTime() - hourMs));
  });
}

type Named = Pick<Person, 'id' | 'first_name' | 'last_name'>;

/** An approved check of a person's documents. @returns false if there is one */
export async function seedIdentity(executor: Db | Trx, id: string, person: Named, at: Date): Promise<boolean> {
  return insertOnce(executor, 'identity_check', {
    ...{ id, person_id: person.id, provider: 'documents', status: 'approved', decided_by: 'system' },
    ...{ first_name: person.first_name, last_name: person.last_name },
    ...{ event_at: at, started_at: at, submitted_at: at, decided_at: at },
  });
}

/** Usable after the delay that every new one waits. */
export async function seedDestination(
  deps: Deps,
  executor: Db | Trx,
  id: string,
  person: Named,
  details: DestinationDetails,
  at: Date,
): Promise<void> {
  await insertOnce(executor, 'payout_destination', {
    ...{ id, person_id: person.id, added_by: person.id, payee_name: fullName(person), created_at: at },
    ...{ method: methodOf(details.kind), kind: details.kind, masked: maskDestination(details) },
    details: encryptDetails(deps, id, details),
    usable_at: new Date(at.getTime() + destinationDelayHours * hourMs),
  });
}
