import { changeRow } from '#server/core/database/rows.ts';
import { type Actor, type Deps, notFound } from '#server/core/deps.ts';
import { requireConfirmed } from '../sign-in/confirm.ts';

/** @throws {ServiceError} 404 unless it is the person's own */
export async function renameOwnPasskey(
  deps: Deps,
  actor: Actor,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> {
  await requireConfirmed(deps, actor);
  const updated = await changeRow(deps.db, 'passkey', { id, person_id: actor.personId }, { name }, ['id']);
  if (!updated) throw notFound();
}
