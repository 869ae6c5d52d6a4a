import type { Deps } from '#server/core/deps.ts';

type Descriptor = { id: string; type: 'public-key'; transports?: string[] };

/** A person's credentials as WebAuthn descriptors. */
export async function listDescriptors(deps: Deps, personId: string): Promise<Descriptor[]> {
  const rows = await deps.db
    .selectFrom('passkey')
    .select(['credential_id', 'transports'])
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .execute();
  return rows.map(({ credential_id: id, transports }) => ({
    id,
    type: 'public-key',
    ...(transports.length > 0 ? { transports } : {}),
  }));
}
