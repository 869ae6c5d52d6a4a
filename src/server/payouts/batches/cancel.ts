import { getRow, requireLockedRow, requireRow, updateRow } from '#server/core/database/rows.ts';
import { type Actor, type Deps, ServiceError, writeAudit } from '#server/core/deps.ts';
import { runTransaction } from '#server/core/ledger/run-transaction.ts';
import { requireConfirmed } from '#server/people/sign-in/confirm.ts';
import type { BodyOf } from '#shared/core/call.ts';
import type { cancelPayoutBatch as cancelCall } from '#shared/payouts/contract-office-batches.ts';
import { changePayment } from '../stages/record-payment.ts';

/**
 * Cancels a batch: its payouts are approved again and can go into another. An exported batch must be canceled by
 * someone other than its exporter, before a bank reports on it; repeating it changes nothing.
 * @throws {ServiceError} 403 without a fresh proof or by the same person, 404, 409 `batch_step`
 */
export async function cancelBatch(deps: Deps, operator: Actor, { batchId, reason }: BodyOf<typeof cancelCall>) {
  await requireConfirmed(deps, operator);
  await runTransaction(deps, async (trx) => {
    const batch = await requireLockedRow(trx, 'payout_batch', batchId);
    if (batch.status === 'canceled') return;
    if (batch.status !== 'draft' && batch.status !== 'exported') throw new ServiceError(409, 'batch_step');
    if (batch.exported_by === operator.personId) throw new ServiceError(403, 'second_person');
    const reported = await trx
      .selectFrom('payout_payment')
      .select('id')
      .where('batch_id', '=', batchId)
      .where('status', 'in', ['accepted', 'paid', 'returned'])
      .executeTakeFirst();
    if (reported) throw new ServiceError(409, 'batch_step');
    const at = deps.clock();
    await updateRow(trx, 'payout_batch', batchId, {
      status: 'canceled',
      canceled_by: operator.personId,
      canceled_at: at,
      cancel_reason: reason,
    });
    if (batch.status === 'draft') {
      await updateRow(
        trx,
        'payout_payment',
        { batch_id: batchId, status: 'waiting' },
        { status: 'removed', changed_at: at },
      );
    } else {
      await deps.jobs.send(trx, 'settle-payout-batches', {}, { singletonKey: 'now' });
    }
    await writeAudit(deps, trx, `person:${operator.personId}`, 'payout-batch-canceled', ['payout-batch', batchId], {
      before: { status: batch.status },
      after: { status: 'canceled' },
      reason,
    });
  });
}

/** Removes a payment from a draft; repeating it changes nothing. @throws {ServiceError} 404, 409 `batch_step` */
export async function removePayment(deps: Deps, operator: Actor, paymentId: string): Promise<void> {
  await requireConfirmed(deps, operator);
  await runTransaction(deps, async (trx) => {
    const found = await requireRow(trx, 'payout_payment', paymentId, ['batch_id']);
    const batch = await requireLockedRow(trx, 'payout_batch', found.batch_id);
    const payment = await getRow(trx, 'payout_payment', paymentId);
    if (payment.status === 'removed') return;
    if (batch.status !== 'draft') throw new ServiceError(409, 'batch_step');
    await changePayment(deps, trx, batch, payment, { status: 'removed' });
    await writeAudit(
      deps,
      trx,
      `person:${operator.personId}`,
      'payout-batch-payment-removed',
      ['payout-batch', batch.id],
      { before: { status: payment.status }, after: { status: 'removed' }, reference: payment.reference },
    );
  });
}
