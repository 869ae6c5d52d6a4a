import type { DataOf } from '../../../contract/call.ts';
import type { fetchPasskeys } from '../../../contract/passkeys.ts';
import type { Actor, Deps } from '../../deps.ts';
import { hasApp } from '../twofactor/has-app.ts';

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
