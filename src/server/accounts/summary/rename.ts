import { type Deps, notFound } from '#server/core/deps.ts';
import type { renameAccount as renameAccountCall } from '#shared/accounts/contract.ts';
import type { BodyOf, DataOf } from '#shared/core/call.ts';

/**
 * Sets what the owner calls an account; an empty text removes the name.
 * @throws {ServiceError} 404 for another person's account
 */
export async function renameAccount(
  { db }: Deps,
  personId: string,
  { accountId, nickname }: BodyOf<typeof renameAccountCall>,
): Promise<DataOf<typeof renameAccountCall>> {
  const renamed = await db
    .updateTable('trading_account')
    .set({ nickname: nickname || null })
    .where('id', '=', accountId)
    .where('person_id', '=', personId)
    .returning('nickname')
    .executeTakeFirstOrThrow(notFound);
  return renamed;
}
