import { mapValues } from '#lib/map-values.ts';
import { insertRow, isNull, updateRow } from '#server/core/database/rows.ts';
import { type Actor, type Deps, invalid, newId, type RequestContext, writeAudit } from '#server/core/deps.ts';
import { lockPerson } from '#server/people/lock.ts';
import { isAcceptedCountry } from '#server/people/profile/list-countries.ts';
import type { DataOf } from '#shared/core/call.ts';
import type { signTaxForm as call } from '#shared/payouts/contract-payee-forms.ts';
import { matchesVerifiedName } from '#shared/payouts/payees/name-match.ts';
import { readTaxForm, type TaxForm } from '#shared/payouts/payees/read-tax-form.ts';
import { maskTin, taxFormExpiry } from '#shared/payouts/payees/tax-form.ts';
import { findVerifiedName } from './find-verified-name.ts';
import { encryptTaxForm } from './tax-form-details.ts';

/** Stores a signed tax form, encrypted, in place of any earlier one. @throws {ServiceError} 422 naming the fields */
export async function signTaxForm(
  deps: Deps,
  { personId }: Actor,
  form: TaxForm & { readonly name: string; readonly signature: string },
  { ip }: RequestContext,
): Promise<DataOf<typeof call>> {
  return deps.db.transaction().execute(async (trx) => {
    const person = await lockPerson(trx, personId);
    const now = deps.clock();
    const read = readTaxForm(form, person.country, now);
    const problems: Record<string, string[]> = 'problems' in read ? mapValues(read.problems, (key) => [key]) : {};
    for (const field of ['country', 'citizenship'] as const) {
      const country = form[field];
      if (country && !problems[field] && !isAcceptedCountry(deps.catalog, country)) problems[field] = ['country'];
    }
    const verifiedName = (await findVerifiedName(trx, personId)) ?? {
      firstName: person.first_name,
      lastName: person.last_name,
    };
    if (!matchesVerifiedName(form.name, verifiedName)) problems.name ??= ['own_name'];
    if (!matchesVerifiedName(form.signature, verifiedName)) problems.signature = ['own_name'];
    if ('problems' in read || Object.keys(problems).length > 0) throw invalid(problems);
    const { details } = read;
    const validUntil = taxFormExpiry(details.kind, now);
    const id = newId();
    await updateRow(trx, 'tax_form', { person_id: personId, superseded_at: isNull }, { superseded_at: now });
    await insertRow(trx, 'tax_form', {
      id,
      person_id: personId,
      kind: details.kind,
      details: encryptTaxForm(deps, id, details),
      tin_masked: maskTin(details.tin),
      signed_name: form.signature,
      signed_at: now,
      ip,
      valid_until: validUntil,
    });
    await writeAudit(deps, trx, `person:${personId}`, 'tax-form-signed', ['tax-form', id], { kind: details.kind });
    return { signedAt: now.getTime(), validUntil: validUntil?.getTime() ?? null };
  });
}
