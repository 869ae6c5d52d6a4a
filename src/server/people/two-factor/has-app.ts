import type { Db, Trx } from '#server/core/deps.ts';

/** Whether an authenticator app is set up, not just started. */
export async function hasApp(executor: Db | Trx, personId: string): Promise<boolean> {
  const row = await executor
    .selectFrom('two_factor')
    .select('confirmed_at')
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row !== undefined && row.confirmed_at !== null;
}
