import type { Actor, Deps } from '#server/core/deps.ts';
import type { DataOf } from '#shared/core/call.ts';
import type { fetchPasskeys } from '#shared/people/contract-passkeys.ts';
import { hasApp } from '../two-factor/has-app.ts';

export async function listPasskeys(deps: Deps, { personId }: Actor): Promise<DataOf<typeof fetchPasskeys>> {
  const rows = await deps.db
    .selectFrom('passkey')
    .select(['id', 'name', 'synced', 'created_at', 'last_used_at'])
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const passkeys = rows.map(({ id, name, synced, created_at, last_used_at }) => ({
    id,
    name,
    synced,
    createdAt: created_at.getTime(),
    lastUsedAt: last_used_at?.getTime() ?? null,
  }));
  return { hasApp: await hasApp(deps.db, personId), passkeys };
}
