import { getLockedRow, getRow, isNull, listRows, requireLockedRow, updateRow } from '#server/core/database/rows.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { runTransaction } from '#server/core/ledger/run-transaction.ts';
import { pendingPaymentStatuses } from '#shared/payouts/batch.ts';
import { planEntry } from '#shared/payouts/payment-files/plan-entry.ts';
import { returnReasonOf } from '#shared/payouts/payment-files/reason-codes.ts';
import { lockPayout } from '../stages/lock-payout.ts';
import { changePayment } from '../stages/record-payment.ts';
import { applyPaymentStep } from './apply-payment-step.ts';
import { describeEntry, findKnownPayment } from './match-entries.ts';
import type { StoredImportEntry } from './tables.ts';

const batchSize = 200;

/**
 * Completes exports, cancellations and imports payment by payment, each in its own transaction: if the server dies,
 * each is done once or not at all, and the next run continues.
 */
export async function settlePayoutBatches(deps: Deps): Promise<void> {
  await handleEachPayment(deps, ['exported', 'partly-settled'], ['waiting'], (id) => sendPayment(deps, id));
  await handleEachPayment(deps, ['canceled'], pendingPaymentStatuses, (id) => recallPayment(deps, id));
  const imports = await listRows(deps.db, 'payout_import', { finished_at: isNull }, ['id'], { orderBy: 'imported_at' });
  for (const { id } of imports) await finishImport(deps, id);
}

/** Handles every payment with one of these statuses in a batch with one of these statuses, until none is left. */
async function handleEachPayment(
  deps: Deps,
  batches: readonly ('exported' | 'partly-settled' | 'canceled')[],
  statuses: readonly (typeof pendingPaymentStatuses)[number][],
  handle: (paymentId: string) => Promise<void>,
): Promise<void> {
  const handled = new Set<string>();
  for (;;) {
    const payments = await deps.db
      .selectFrom('payout_payment')
      .innerJoin('payout_batch', 'payout_batch.id', 'payout_payment.batch_id')
      .select('payout_payment.id')
      .where('payout_batch.status', 'in', batches)
      .where('payout_payment.status', 'in', statuses)
      .orderBy('payout_batch.exported_at')
      .orderBy('line')
      .limit(batchSize)
      .execute();
    if (payments.length === 0) return;
    if (payments.every(({ id }) => handled.has(id))) throw new Error(`A payment stays ${statuses[0]}`);
    for (const { id } of payments) {
      handled.add(id);
      await handle(id);
    }
  }
}

async function sendPayment(deps: Deps, paymentId: string): Promise<void> {
  await runTransaction(deps, async (trx) => {
    const payment = await readPayment(trx, paymentId);
    await lockPayout(trx, payment.payout_id);
    const batch = await requireLockedRow(trx, 'payout_batch', payment.batch_id);
    const current = await getRow(trx, 'payout_payment', paymentId, ['status']);
    if (current.status !== 'waiting' || batch.status === 'canceled') return;
    const { reference } = payment;
    const actor = `person:${batch.exported_by}`;
    await applyPaymentStep(deps, trx, payment.payout_id, 'send', { actor, reference });
  });
}

async function recallPayment(deps: Deps, paymentId: string): Promise<void> {
  await runTransaction(deps, async (trx) => {
    const payment = await readPayment(trx, paymentId);
    await lockPayout(trx, payment.payout_id);
    const batch = await requireLockedRow(trx, 'payout_batch', payment.batch_id);
    const actor = batch.canceled_by === null ? 'system' : `person:${batch.canceled_by}`;
    await applyPaymentStep(deps, trx, payment.payout_id, 'recall', { actor });
    // Whatever the payout's status: a canceled batch must not keep a live payment.
    await changePayment(deps, trx, batch, payment, { status: 'removed' });
  });
}

function readPayment(trx: Trx, id: string) {
  return trx.selectFrom('payout_payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

async function finishImport(deps: Deps, importId: string): Promise<void> {
  for (;;) {
    const entries = await listRows(
      deps.db,
      'payout_import_entry',
      { import_id: importId, handled_at: isNull },
      ['id'],
      { orderBy: 'number', limit: batchSize },
    );
    if (entries.length === 0) break;
    for (const { id } of entries) await handleEntry(deps, id);
  }
  await updateRow(deps.db, 'payout_import', { id: importId, finished_at: isNull }, { finished_at: deps.clock() });
}

/**
 * Applies one entry of an import. What it does is decided again with the payment locked; an entry that contradicts our
 * records by then is stored with the reason instead.
 */
async function handleEntry(deps: Deps, entryId: string): Promise<void> {
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
  await requireLockedRow(trx, 'payout_batch', batch_id);
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
  const batch = await requireLockedRow(trx, 'payout_batch', payment.batch_id);
  await changePayment(deps, trx, batch, payment, { ...step, status: statusAfterAction[action] });
}

function getPayment(trx: Trx, id: string) {
  return trx.selectFrom('payout_payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}
