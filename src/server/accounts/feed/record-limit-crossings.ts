import { insertOnce } from '#server/core/database/rows.ts';
import { type Deps, type Trx, writeAudit } from '#server/core/deps.ts';
import type { ContractLimitCrossing } from '#shared/accounts/max-contracts.ts';
import { notifyOwner } from '../alerts/notify-owner.ts';
import type { StoredAccount } from '../tables.ts';

type Account = Pick<StoredAccount, 'id' | 'person_id' | 'program' | 'size' | 'platform_account_id' | 'ended_at'>;

/** Records contract limit crossings and notifies the owner, once each. */
export async function recordLimitCrossings(
  deps: Deps,
  trx: Trx,
  account: Account,
  crossings: readonly ContractLimitCrossing[],
): Promise<void> {
  for (const { at, contracts, maxContracts } of crossings) {
    const row = { account_id: account.id, at: new Date(at), contracts, max_contracts: maxContracts };
    if (!(await insertOnce(trx, 'contract_limit_crossing', row))) continue;
    await writeAudit(deps, trx, 'system', 'account-over-limit', ['account', account.id], {
      at,
      contracts,
      maxContracts,
    });
    if (account.ended_at === null) {
      const overLimit = { at, contracts, maxContracts };
      await notifyOwner(deps, trx, account, { kind: 'over_limit', key: `over-limit:${at}`, overLimit });
    }
  }
}
