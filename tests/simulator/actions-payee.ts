import { fetchAgreement, signAgreement, signTaxForm } from '#shared/payouts/contract-payee-forms.ts';
import { addDestination, fetchPayee, removeDestination, startIdentityCheck } from '#shared/payouts/contract-payees.ts';
import type { Chance } from './chance.ts';
import type { Trader } from './firm.ts';
import type { World } from './world.ts';

const home = { street: 'Rua da Prata 80', city: 'Lisboa', post_code: '1100-420', country: 'PT' };
const bank = { kind: 'iban', iban: 'PT50000201231234567890154', bic: 'CGDIPTPL', ...home } as const;

/** Signs and adds whatever a payout still needs; the provider approves the check. */
export async function settleIn(world: World, { personId, token }: Trader): Promise<void> {
  const payee = await world.ask(fetchPayee, { token });
  if (!payee || payee.missing.length === 0) return;
  if (payee.identity.status !== 'approved') {
    await world.ask(startIdentityCheck, { token });
    const check = await world.db
      .selectFrom('identity_check')
      .select('id')
      .where('person_id', '=', personId)
      .where('provider', '=', world.identity.port.provider)
      .executeTakeFirst();
    if (check) world.identity.decide(check.id, 'approved', true);
    return;
  }
  const name = payee.identity.verifiedName ?? '';
  const agreement = await world.ask(fetchAgreement, { token });
  const sha256 = agreement?.sha256 ?? '';
  await world.ask(signAgreement, { body: { sha256, signature: name, accept: 1 }, token });
  const person = await world.db.selectFrom('person').select('country').where('id', '=', personId).executeTakeFirst();
  const country = person?.country ?? 'FR';
  const tax =
    country === 'US'
      ? { tin: '123-45-6789', tin_type: 'ssn', state: 'NY' }
      : { no_tin: 1 as const, citizenship: country, date_of_birth: '1990-05-31' };
  const body = { ...home, country, name, signature: name, certify: 1 as const, ...tax };
  await world.ask(signTaxForm, { body, token });
  if (payee.destinations.length === 0) await world.ask(addDestination, { body: { ...bank, payee_name: name }, token });
}

/** Someone adds another account for their money, or removes one. */
export async function moveBank(world: World, { token }: Trader, chance: Chance): Promise<void> {
  const payee = await world.ask(fetchPayee, { token });
  const name = payee?.identity.verifiedName;
  if (!payee || !name) return;
  const [first] = payee.destinations;
  if (first && chance.hits(0.3)) await world.ask(removeDestination, { body: { destinationId: first.id }, token });
  const wise = { kind: 'wise', payee_name: name, wise_recipient: 'ada@example.com' } as const;
  await world.ask(addDestination, { body: chance.hits(0.5) ? wise : { ...bank, payee_name: name }, token });
}
