import { lockRow } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';
import { issueCertificate } from './issue.ts';
import { revokeCertificate } from './revoke.ts';

/**
 * Aligns an evaluation's certificate with its verdict: a pass issues it, and a late event that undoes the pass revokes
 * it. Reads the current state, so it may run late, twice or out of order.
 */
export async function syncCertificate(deps: Deps, accountId: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const account = await lockRow(trx, 'trading_account', accountId, ['phase', 'state']);
    if (account?.phase !== 'evaluation') return;
    const subject = { kind: 'evaluation', accountId } as const;
    if (account.state.status === 'passed') await issueCertificate(trx, deps, subject);
    else await revokeCertificate(trx, deps, subject, 'corrected');
  });
}
