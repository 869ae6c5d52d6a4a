import { requireLockedRow, updateRow } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';
import { applyToIdentityCheck } from './apply-identity-event.ts';

/** Applies a stored event once. If an approval lacks the name, it is fetched from the provider. */
export async function handleIdentityEvent(deps: Deps, eventId: string): Promise<void> {
  const row = await deps.db
    .selectFrom('identity_event')
    .innerJoin('identity_check', 'identity_check.id', 'identity_event.check_id')
    .select(['identity_event.event', 'identity_event.handled_at', 'identity_check.id', 'identity_check.provider_ref'])
    .where('identity_event.id', '=', eventId)
    .executeTakeFirst();
  if (!row || row.handled_at !== null) return;
  const { event } = row;
  const isNameless = event.status === 'approved' && event.name === null;
  const fetched = isNameless ? await deps.identity.fetch({ id: row.id, ref: row.provider_ref }) : null;
  const name = fetched?.status === 'approved' ? fetched.name : event.name;
  await deps.db.transaction().execute(async (trx) => {
    const check = await requireLockedRow(trx, 'identity_check', row.id);
    const open = await trx
      .updateTable('identity_event')
      .set({ handled_at: deps.clock() })
      .where('id', '=', eventId)
      .where('handled_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!open) return;
    const actor = `provider:${deps.identity.provider}`;
    const applied = await applyToIdentityCheck(deps, trx, check, { ...event, name }, actor);
    await updateRow(trx, 'identity_event', eventId, { applied });
  });
}
