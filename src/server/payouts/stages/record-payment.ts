import { findRow, getRow, requireLockedRow, updateRow } from '#server/core/database/rows.ts';
import { type Db, type Deps, ServiceError, type Trx, writeAudit } from '#server/core/deps.ts';
import { batchStatusOf, livePaymentStatuses, type PaymentStatus } from '#shared/payouts/batch.ts';
import type { PayoutStatus } from '#shared/payouts/stages.ts';
import type { StoredBatch, StoredPayment } from '../batches/tables.ts';

/**
 * Updates the live payment of a payout, if any, and its batch when the payout's status changes. Called in the change's
 * transaction with the payout locked.
 * @throws {ServiceError} 409 `payout_settled` if it would end while the bank may be paying it, 409 `payout_batched` if
 * it is sent by hand while in a draft
 */
export async function recordPaymentStatus(deps: Deps, trx: Trx, payoutId: string, status: PayoutStatus): Promise<void> {
  const found = await findLivePayment(trx, payoutId);
  if (!found) return;
  const batch = await requireLockedRow(trx, 'payout_batch', found.batch_id);
  const payment = await findLivePayment(trx, payoutId);
  if (!payment) return;
  const next = paymentStatusOf(status, batch);
  if (next !== null) await changePayment(deps, trx, batch, payment, { status: next });
}

function paymentStatusOf(status: PayoutStatus, { status: batchStatus }: StoredBatch): PaymentStatus | null {
  const isDraft = batchStatus === 'draft';
  if (status === 'canceled' || status === 'rejected') {
    if (!isDraft) throw new ServiceError(409, 'payout_settled');
    return 'removed';
  }
  if (status === 'approved') return 'removed';
  if (status !== 'sent' && status !== 'paid' && status !== 'returned') return null;
  if (isDraft) throw new ServiceError(409, 'payout_batched');
  return status;
}

export function findLivePayment(executor: Db | Trx, payoutId: string) {
  return findRow(executor, 'payout_payment', { payout_id: payoutId, status: livePaymentStatuses });
}

export type PaymentChange = {
  readonly status: PaymentStatus;
  readonly bankReference?: string | null;
  readonly bankCode?: string | null;
};

/** Changes a payment of a locked batch, and the batch's status if that follows from it. */
export async function changePayment(
  deps: Deps,
  trx: Trx,
  batch: StoredBatch,
  { id }: Pick<StoredPayment, 'id'>,
  { status, bankReference, bankCode }: PaymentChange,
): Promise<void> {
  await updateRow(trx, 'payout_payment', id, {
    status,
    changed_at: deps.clock(),
    ...(bankReference ? { bank_reference: bankReference } : {}),
    ...(bankCode ? { bank_code: bankCode } : {}),
  });
  await updateBatchStatus(deps, trx, batch);
}

export async function updateBatchStatus(deps: Deps, trx: Trx, batch: StoredBatch): Promise<void> {
  if (batch.canceled_at !== null) return;
  const payments = await trx
    .selectFrom('payout_payment')
    .select('status')
    .distinct()
    .where('batch_id', '=', batch.id)
    .execute();
  const current = await getRow(trx, 'payout_batch', batch.id, ['status']);
  const status = batchStatusOf(
    batch.exported_at !== null,
    payments.map((payment) => payment.status),
  );
  if (status === current.status) return;
  await updateRow(trx, 'payout_batch', batch.id, { status });
  await writeAudit(deps, trx, 'system', `payout-batch-${status}`, ['payout-batch', batch.id], {
    before: { status: current.status },
    after: { status },
  });
}
