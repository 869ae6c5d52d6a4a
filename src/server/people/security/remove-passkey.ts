import { type Actor, type Deps, notFound, ServiceError } from '#server/core/deps.ts';
import { lockPerson } from '../lock.ts';
import { requireConfirmed } from '../sign-in/confirm.ts';
import { hasApp } from '../two-factor/has-app.ts';
import { recordPasskeyChange } from './record-passkey-change.ts';

/**
 * @throws {ServiceError} 404 unless it is the person's own; 409 `last_second_factor` if only recovery codes would be
 * left for two-step sign-in
 */
export async function removeOwnPasskey(deps: Deps, actor: Actor, id: string): Promise<void> {
  await requireConfirmed(deps, actor);
  const { personId } = actor;
  await deps.db.transaction().execute(async (trx) => {
    const person = await lockPerson(trx, personId);
    const passkeys = await trx.selectFrom('passkey').select('id').where('person_id', '=', personId).execute();
    if (!passkeys.some((passkey) => passkey.id === id)) throw notFound();
    if (person.two_factor_at !== null && passkeys.length === 1 && !(await hasApp(trx, personId))) {
      throw new ServiceError(409, 'last_second_factor');
    }
    await trx.deleteFrom('passkey').where('id', '=', id).execute();
    await recordPasskeyChange(deps, trx, actor, 'removed', id);
  });
}
