import type { User } from '../../../contract/envelope.ts';
import type { Locale } from '../../../i18n/locales.ts';
import type { Actor, Deps } from '../../deps.ts';
import { invalid } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { describeUser } from './describe-user.ts';
import { isAcceptedCountry } from './list-countries.ts';
import { reencodePicture } from './picture.ts';

type ProfileForm = {
  readonly first_name: string;
  readonly last_name: string;
  readonly country: string;
  readonly language?: Locale | undefined;
  readonly time_zone?: string | undefined;
  readonly picture?: File | undefined;
  readonly remove_picture?: 0 | 1 | '0' | '1' | undefined;
};

/** Changes only the form's fields, never the address, roles or verification. */
export async function updateProfile(deps: Deps, actor: Actor, form: ProfileForm): Promise<User> {
  if (!isAcceptedCountry(deps.catalog, form.country)) throw invalid({ country: ['country'] });
  // Browsers send an untouched file field as an empty file.
  const image = form.picture && form.picture.size > 0 ? await reencodePicture(form.picture) : undefined;
  const removesPicture = image === undefined && Number(form.remove_picture ?? 0) === 1;
  return deps.db.transaction().execute(async (trx) => {
    const person = await trx
      .updateTable('person')
      .set({
        first_name: form.first_name,
        last_name: form.last_name,
        country: form.country,
        ...(form.language ? { locale: form.language } : {}),
        ...(form.time_zone === undefined ? {} : { time_zone: form.time_zone || null }),
        ...(image ? { picture_version: newId() } : {}),
        ...(removesPicture ? { picture_version: null } : {}),
      })
      .where('id', '=', actor.personId)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (image) {
      const updatedAt = deps.clock();
      await trx
        .insertInto('person_picture')
        .values({ person_id: person.id, image, updated_at: updatedAt })
        .onConflict((conflict) => conflict.column('person_id').doUpdateSet({ image, updated_at: updatedAt }))
        .execute();
    }
    if (removesPicture) await trx.deleteFrom('person_picture').where('person_id', '=', person.id).execute();
    const entry = { actor: `person:${person.id}`, entity: 'person', entityId: person.id } as const;
    await writeAudit(deps, trx, { ...entry, action: 'profile-updated' });
    return describeUser(person);
  });
}
