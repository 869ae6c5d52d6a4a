import { getLockedRow, getRow, updateRow } from '#server/core/database/rows.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { runTransaction } from '#server/core/ledger/run-transaction.ts';
import { planEntry } from '#shared/payouts/payment-files/plan-entry.ts';
import { returnReasonOf } from '#shared/payouts/payment-files/reason-codes.ts';
import { lockPayout } from '../stages/lock-payout.ts';
import { changePayment, lockBatch } from '../stages/record-payment.ts';
import { applyPaymentStep } from './apply-payment-step.ts';
import { describeEntry, findKnownPayment } from './match-entries.ts';
import type { StoredImportEntry } from './tables.ts';

/**
 * Applies one entry of an import. What it does is decided again with the payment locked; an entry that contradicts our
 * records by then is stored with the reason instead.
 */
export async function handleEntry(deps: Deps, entryId: string): Promise<void> {
  await runTransaction(deps, async (trx) => {
    const entry = await getRow(trx, 'payout_import_entry', entryId);
    if (entry.payment_id !== null) await lockPayment(trx, entry.payment_id);
    // Another server may have handled it while this one waited for the payment.
    const { handled_at: handledAt } = await getLockedRow(trx, 'payout_import_entry', entryId, ['handled_at']);
    if (handledAt !== null) return;
    const payment = entry.payment_id === null ? undefined : await findKnownPayment(trx, entry.payment_id);
    const { action, problem } = planEntry(describeEntry(entry), payment);
    await updateRow(trx, 'payout_import_entry', entryId, { action, problem, handled_at: deps.clock() });
    if (action !== 'none') await applyAction(deps, trx, entry, action);
  });
}

async function lockPayment(trx: Trx, paymentId: string): Promise<void> {
  const { payout_id, batch_id } = await getPayment(trx, paymentId);
  await lockPayout(trx, payout_id);
  await lockBatch(trx, batch_id);
}

async function applyAction(
  deps: Deps,
  trx: Trx,
  entry: StoredImportEntry,
  action: 'accept' | 'pay' | 'return' | 'recall',
): Promise<void> {
  const payment = await getPayment(trx, entry.payment_id ?? '');
  const { imported_by } = await getRow(trx, 'payout_import', entry.import_id, ['imported_by']);
  const step = { bankReference: entry.bank_reference, bankCode: entry.code };
  if (action !== 'accept') {
    await applyPaymentStep(deps, trx, payment.payout_id, action, {
      actor: `person:${imported_by}`,
      reason: returnReasonOf(entry.code),
      ...(entry.code === null ? {} : { note: `ISO 20022: ${entry.code}` }),
      ...(entry.bank_reference === null ? {} : { reference: entry.bank_reference }),
    });
  }
  const statusAfterAction = { accept: 'accepted', pay: 'paid', return: 'returned', recall: 'removed' } as const;
  const batch = await lockBatch(trx, payment.batch_id);
  await changePayment(deps, trx, batch, payment, { ...step, status: statusAfterAction[action] });
}

function getPayment(trx: Trx, id: string) {
  return trx.selectFrom('payout_payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}
