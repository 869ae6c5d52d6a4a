import { liftSuspension, suspendAccount } from '#server/accounts/access/suspend.ts';
import { changeRows, insertRow, isNull } from '#server/core/database/rows.ts';
import { type Deps, newId, type Trx } from '#server/core/deps.ts';
import type { StoredAccountPayout } from '../tables.ts';

/** The suspension source while a payout's money leaves the account. */
export function transferSuspensionSource(payoutId: string): string {
  return `payout:${payoutId}`;
}

/** Has the platform take the amount out of the account, which can't trade until that is done. */
export async function deductAmount(deps: Deps, trx: Trx, payout: StoredAccountPayout): Promise<void> {
  const { id, account_id: accountId } = payout;
  await requestTransfer(deps, trx, payout, -payout.amount_cents);
  await suspendAccount(deps, trx, { accountId, source: transferSuspensionSource(id), reason: 'payout-transfer' });
}

/** Gives the amount back: a debit that the platform hasn't been sent is voided, any other is followed by a credit. */
export async function returnAmount(deps: Deps, trx: Trx, payout: StoredAccountPayout): Promise<void> {
  const voided = await changeRows(
    trx,
    'payout_transfer',
    { payout_id: payout.id, attempted_at: isNull, voided_at: isNull },
    { voided_at: deps.clock() },
    ['id'],
  );
  if (voided.length > 0) await liftSuspension(deps, trx, transferSuspensionSource(payout.id));
  else await requestTransfer(deps, trx, payout, payout.amount_cents);
}

async function requestTransfer(deps: Deps, trx: Trx, payout: StoredAccountPayout, amountCents: number): Promise<void> {
  const { account_id: accountId } = payout;
  await insertRow(trx, 'payout_transfer', {
    id: newId(),
    payout_id: payout.id,
    account_id: accountId,
    amount_cents: amountCents,
    requested_at: deps.clock(),
  });
  await deps.jobs.send(trx, 'execute-payout-transfers', { accountId }, { singletonKey: accountId });
}
