import { listRows } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';

type Descriptor = { id: string; type: 'public-key'; transports?: string[] };

export async function listDescriptors(deps: Deps, personId: string): Promise<Descriptor[]> {
  const rows = await listRows(deps.db, 'passkey', { person_id: personId }, ['credential_id', 'transports'], {
    orderBy: 'created_at',
  });
  return rows.map(({ credential_id: id, transports }) => ({
    id,
    type: 'public-key',
    ...(transports.length > 0 ? { transports } : {}),
  }));
}
