import type { Db } from '../deps.ts';

const id = 'root';

/** The key shared by all servers. The first call stores its proposal. */
export async function readOrStoreRootKey(db: Db, proposal: string): Promise<string> {
  await db
    .insertInto('installation_key')
    .values({ id, value: proposal })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  const row = await db.selectFrom('installation_key').select('value').where('id', '=', id).executeTakeFirstOrThrow();
  return row.value;
}
