import type { Db } from '../deps.ts';

const only = 'root';

/** The key that servers share; the first one to ask stores its proposal. */
export async function readOrStoreRootKey(db: Db, proposal: string): Promise<string> {
  await db
    .insertInto('installation_key')
    .values({ id: only, value: proposal })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  const row = await db.selectFrom('installation_key').select('value').where('id', '=', only).executeTakeFirstOrThrow();
  return row.value;
}
