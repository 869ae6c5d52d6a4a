import { findRow } from '#server/core/database/rows.ts';
import type { Db, Trx } from '#server/core/deps.ts';

/** Whether an authenticator app is set up, not just started. */
export async function hasApp(executor: Db | Trx, personId: string): Promise<boolean> {
  const row = await findRow(executor, 'two_factor', { person_id: personId }, ['confirmed_at']);
  return row !== undefined && row.confirmed_at !== null;
}
