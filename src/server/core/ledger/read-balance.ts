import type { LedgerAccountRef } from '#shared/core/ledger-accounts.ts';
import type { Db, Trx } from '../deps.ts';

/** The balance of a ledger account in cents: the sum of its entries. */
export async function readBalance(executor: Db | Trx, { kind, ownerId = '' }: LedgerAccountRef): Promise<number> {
  const { sum } = await executor
    .selectFrom('ledger_entry')
    .innerJoin('ledger_account', 'ledger_account.id', 'ledger_entry.account_id')
    .select((eb) => eb.fn.sum<number | null>('amount_cents').as('sum'))
    .where('kind', '=', kind)
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
}
