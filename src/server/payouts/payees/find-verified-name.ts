import { findRow } from '#server/core/database/rows.ts';
import type { Db, Trx } from '#server/core/deps.ts';

export type VerifiedName = { readonly firstName: string; readonly lastName: string };

/** The name on the document of the person's approved identity check; undefined until one is approved. */
export async function findVerifiedName(executor: Db | Trx, personId: string): Promise<VerifiedName | undefined> {
  const check = await findRow(executor, 'identity_check', { person_id: personId, status: 'approved' }, [
    'first_name',
    'last_name',
  ]);
  if (!check || check.first_name === null || check.last_name === null) return undefined;
  return { firstName: check.first_name, lastName: check.last_name };
}
