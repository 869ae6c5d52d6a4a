import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { lacksLatinName } from '#lib/person-name.ts';
import { pick } from '#lib/pick.ts';
import { postalCountries } from '#server/catalog/postal-countries.ts';
import { getChangedRow, upsertRow } from '#server/core/database/rows.ts';
import { type Actor, type Deps, invalid, newId, writeAudit } from '#server/core/deps.ts';
import type { User } from '#shared/core/envelope.ts';
import { profileFieldNames } from '#shared/core/profile-fields.ts';
import { readPostalCode } from '#shared/orders/tax.ts';
import type * as calls from '#shared/people/contract-profile.ts';
import { describeUser } from './describe-user.ts';
import { isAcceptedCountry } from './list-countries.ts';
import { reencodePicture } from './picture.ts';

type ProfileForm = z.output<typeof calls.updateProfile.body>;

/** Changes only the form's fields, never the address, roles or verification. */
export async function updateProfile(deps: Deps, actor: Actor, form: ProfileForm): Promise<User> {
  if (!isAcceptedCountry(deps.catalog, form.country)) throw invalid({ country: ['country'] });
  if (form.latin_name !== undefined && lacksLatinName(form)) throw invalid({ latin_name: ['latin_name'] });
  // Browsers send an untouched file field as an empty file.
  const image = form.picture && form.picture.size > 0 ? await reencodePicture(form.picture) : undefined;
  const removesPicture = image === undefined && Number(form.remove_picture ?? 0) === 1;
  return deps.db.transaction().execute(async (trx) => {
    const person = await getChangedRow(trx, 'person', actor.personId, {
      ...pick(form, profileFieldNames),
      postal_code: toPostalCode(deps, form),
      ...(form.language ? { locale: form.language } : {}),
      ...(image ? { picture_version: newId() } : {}),
      ...(removesPicture ? { picture_version: null } : {}),
    });
    if (image) {
      const updatedAt = deps.clock();
      await upsertRow(trx, 'person_picture', { person_id: person.id, image, updated_at: updatedAt }, 'person_id', {
        image,
        updated_at: updatedAt,
      });
    }
    if (removesPicture) await trx.deleteFrom('person_picture').where('person_id', '=', person.id).execute();
    await writeAudit(deps, trx, `person:${person.id}`, 'profile-updated', ['person', person.id]);
    return describeUser(person);
  });
}

/** Kept only where it decides something; one that isn't sent stays as long as the country does. */
function toPostalCode({ catalog }: Deps, { country, postal_code: typed }: ProfileForm) {
  if (!postalCountries(catalog).has(country) || typed === null) return null;
  if (typed === undefined) return sql<string | null>`case when country = ${country} then postal_code end`;
  const code = readPostalCode(country, typed);
  if (code === null) throw invalid({ postal_code: ['postal_code'] });
  return code;
}
