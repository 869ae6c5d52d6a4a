import type { Db } from '../deps.ts';
import { insertOnce } from './rows.ts';

const id = 'root';

/** The key shared by all servers. The first call stores its proposal. */
export async function readOrStoreRootKey(db: Db, proposal: string): Promise<string> {
  await insertOnce(db, 'installation_key', { id, value: proposal });
  const row = await db.selectFrom('installation_key').select('value').where('id', '=', id).executeTakeFirstOrThrow();
  return row.value;
}
