import { isNull, listRows, requireLockedRow } from '#server/core/database/rows.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { nextStatus, type RejectionReason } from '#shared/payouts/stages.ts';
import { changeStatus } from './change-status.ts';
import { lockPayout } from './lock-payout.ts';
import { findLivePayment } from './record-payment.ts';

type Rejection = {
  readonly actor: string;
  readonly reason: Extract<RejectionReason, 'conduct-upheld' | 'price-returned'>;
  readonly note?: string;
};

/**
 * Rejects the unpaid payouts of a locked account. One that the bank may already be paying stays; if it comes back, staff
 * reject it. Money that is owed to the person, whatever became of the account, stays owed.
 */
export async function rejectUnpaidPayouts(deps: Deps, trx: Trx, accountId: string, rejection: Rejection) {
  const payouts = await listRows(trx, 'payout', { account_id: accountId, origin_id: isNull }, ['id'], {
    orderBy: 'id',
  });
  for (const { id } of payouts) {
    const locked = await lockPayout(trx, id);
    if (nextStatus(locked.payout.status, 'reject') === null || (await isExported(trx, id))) continue;
    await changeStatus(deps, trx, locked, 'reject', rejection);
  }
}

async function isExported(trx: Trx, payoutId: string): Promise<boolean> {
  const payment = await findLivePayment(trx, payoutId);
  return payment !== undefined && (await requireLockedRow(trx, 'payout_batch', payment.batch_id)).status !== 'draft';
}
