import type { Deps } from '../deps.ts';
import { encryptDetails } from '../services/payee/destination-details.ts';

export const demoDestinationId = 'demo-destination';
const personId = 'demo-payee';
const dayMs = 86_400_000;

/** The demo's payee: checked long ago, with a bank account. @returns false where the person doesn't exist */
export async function seedPayee(deps: Deps): Promise<boolean> {
  const person = await deps.db.selectFrom('person').selectAll().where('id', '=', personId).executeTakeFirst();
  if (!person) return false;
  const checkedAt = new Date(deps.clock().getTime() - 60 * dayMs);
  await deps.db
    .insertInto('identity_check')
    .values({
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
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const address = { street: 'Rua do Exemplo 1', city: 'Lisboa', postCode: '1100-000', state: '', country: 'PT' };
  await deps.db
    .insertInto('payout_destination')
    .values({
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
      payee_name: `${person.first_name} ${person.last_name}`,
      created_at: checkedAt,
      usable_at: new Date(checkedAt.getTime() + 3 * dayMs),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return true;
}
