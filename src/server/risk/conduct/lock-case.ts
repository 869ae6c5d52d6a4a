import type { Selectable } from 'kysely';
import type { StoredAccount } from '#server/accounts/tables.ts';
import { getLockedRow } from '#server/core/database/rows.ts';
import { notFound, type Trx } from '#server/core/deps.ts';
import type { ConductCaseTable } from '../tables.ts';

type LockedCase = { readonly conduct: Selectable<ConductCaseTable>; readonly account: StoredAccount };

/**
 * Locks a case and its account, the account first, as everywhere else.
 * @param personId the required owner, if any @throws {ServiceError} 404
 */
export async function lockCase(trx: Trx, caseId: string, personId?: string): Promise<LockedCase> {
  const account = await trx
    .selectFrom('trading_account')
    .selectAll()
    .where('id', '=', (eb) => eb.selectFrom('conduct_case').select('account_id').where('id', '=', caseId))
    .forUpdate()
    .executeTakeFirst();
  if (!account || (personId !== undefined && account.person_id !== personId)) throw notFound();
  const conduct = await getLockedRow(trx, 'conduct_case', caseId);
  return { conduct, account };
}
