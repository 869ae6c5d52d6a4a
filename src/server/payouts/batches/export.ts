import { getPayoutVersion } from '#content/catalog.ts';
import { getChangedRow, listRows, requireLockedRow } from '#server/core/database/rows.ts';
import { type Actor, type Deps, ServiceError, type Trx, writeAudit } from '#server/core/deps.ts';
import { sha256 } from '#server/core/encryption.ts';
import { runTransaction } from '#server/core/ledger/run-transaction.ts';
import { requireConfirmed } from '#server/people/sign-in/confirm.ts';
import type { BodyOf, DataOf } from '#shared/core/call.ts';
import { nextBankDay } from '#shared/exchange/bank-days.ts';
import type { exportPayoutBatch as call } from '#shared/payouts/contract-office-batches.ts';
import { holdErrors, listHolds, type PayoutHold } from '../approval/list-holds.ts';
import { creditLatePayouts } from '../approval/promise-hour.ts';
import { requireSettledApprover } from '../approval/require-settled-approver.ts';
import { encryptBatchFile, listUnwritable, readBatchFile, writeBatchFile } from './batch-file.ts';
import { findHolds } from './find-holds.ts';
import { lockPayable, type PayablePayout } from './payable.ts';
import type { StoredBatch, StoredPayment } from './tables.ts';

type HeldPayment = { readonly reference: string; readonly reason: PayoutHold | 'changed' | 'sanctions' | 'name' };

/**
 * Exports a draft: from then on its payouts can't be closed, and a job marks each payment as sent. Exporting again
 * returns the same bytes and changes nothing.
 * @throws {ServiceError} 403 without a fresh proof, `approver_new` or `batch_second_person`, 404, 409 `batch_step` for a
 * canceled batch, 409 `batch_held` with the payments that can't be made as they are
 */
export async function exportBatch(
  deps: Deps,
  operator: Actor,
  { batchId, template }: BodyOf<typeof call>,
): Promise<DataOf<typeof call>> {
  await requireConfirmed(deps, operator);
  const actor = `person:${operator.personId}`;
  // What is late leaves the draft with another amount.
  await creditLatePayouts(deps);
  return runTransaction(deps, async (trx) => {
    const payable = await lockPayouts(deps, trx, batchId);
    const batch = await requireLockedRow(trx, 'payout_batch', batchId);
    if (batch.status === 'canceled') throw new ServiceError(409, 'batch_step');
    if (batch.exported_at !== null) {
      await writeAudit(deps, trx, actor, 'payout-batch-downloaded', ['payout-batch', batchId], {
        sha256: batch.file_sha256,
      });
      return { number: batch.number, file: readBatchFile(deps, batch) };
    }
    const payments = await listRows(trx, 'payout_payment', { batch_id: batchId, status: 'waiting' }, undefined, {
      orderBy: 'line',
      lock: true,
    });
    await requireSettledApprover(trx, operator.personId, deps.clock());
    requireSecondPerson(deps, batch, payments, operator);
    const held = await listHeld(deps, trx, batch, payments, payable);
    if (held.length > 0) throw new ServiceError(409, 'batch_held', { data: { held } });
    return storeFile(deps, trx, { batch, payments, operator, template });
  });
}

/** From the two-person limit on, one person can't both put payouts together and pay them. */
function requireSecondPerson(
  deps: Deps,
  batch: StoredBatch,
  payments: readonly StoredPayment[],
  operator: Actor,
): void {
  const totalCents = payments.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  const { twoApprovalsFromCents } = getPayoutVersion(deps.catalog);
  if (totalCents < twoApprovalsFromCents || batch.created_by !== operator.personId) return;
  throw new ServiceError(403, 'batch_second_person');
}

/** Locks the batch's payouts, always before the batch. @returns those that can still be paid, by id */
async function lockPayouts(deps: Deps, trx: Trx, batchId: string): Promise<ReadonlyMap<string, PayablePayout>> {
  const waiting = await listRows(trx, 'payout_payment', { batch_id: batchId, status: 'waiting' }, ['payout_id']);
  const payable = await lockPayable(
    deps,
    trx,
    waiting.map(({ payout_id }) => payout_id),
  );
  return new Map(payable.map((each) => [each.payoutId, each]));
}

async function listHeld(
  deps: Deps,
  trx: Trx,
  batch: StoredBatch,
  payments: readonly StoredPayment[],
  payable: ReadonlyMap<string, PayablePayout>,
): Promise<HeldPayment[]> {
  const holds = await listHolds(
    deps,
    trx,
    payments.map(({ payout_id }) => payout_id),
  );
  const heldFor = (reason: PayoutHold) =>
    payments.filter(({ payout_id }) => holds.get(payout_id)?.includes(reason) === true);
  const changed = payments.filter(({ payout_id, amount_cents, destination_id }) => {
    if (holds.has(payout_id)) return false;
    const current = payable.get(payout_id);
    return current?.netCents !== amount_cents || current.destinationId !== destination_id;
  });
  const payees = payments.map(({ person_id, payee_name }) => ({ personId: person_id, payeeName: payee_name }));
  const people = await findHolds(deps, trx, batch.id, payees);
  const hold = (rows: readonly StoredPayment[], reason: HeldPayment['reason']): HeldPayment[] =>
    rows.map(({ reference }) => ({ reference, reason }));
  return [
    ...(Object.keys(holdErrors) as PayoutHold[]).flatMap((reason) => hold(heldFor(reason), reason)),
    ...hold(changed, 'changed'),
    ...hold(
      payments.filter(({ person_id }) => people.has(person_id)),
      'sanctions',
    ),
    ...hold(listUnwritable(batch, payments), 'name'),
  ];
}

type Export = {
  readonly batch: StoredBatch;
  readonly payments: readonly StoredPayment[];
  readonly operator: Actor;
  readonly template: string | undefined;
};

async function storeFile(deps: Deps, trx: Trx, { batch, payments, operator, template }: Export) {
  const at = deps.clock();
  const executeOn = nextBankDay(at.getTime());
  const content = await writeBatchFile(deps, trx, { batch, payments, createdAt: at.getTime(), executeOn, template });
  const digest = sha256(content);
  const exported = await getChangedRow(trx, 'payout_batch', batch.id, {
    ...{ status: 'exported', exported_by: operator.personId, exported_at: at, execute_on: executeOn },
    ...{ file: encryptBatchFile(deps, batch.id, content), file_sha256: digest },
  });
  await deps.jobs.send(trx, 'settle-payout-batches', {}, { singletonKey: 'now' });
  await writeAudit(deps, trx, `person:${operator.personId}`, 'payout-batch-exported', ['payout-batch', batch.id], {
    before: { status: batch.status },
    after: { status: 'exported' },
    payments: payments.length,
    totalCents: payments.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
    sha256: digest,
  });
  return { number: batch.number, file: readBatchFile(deps, exported) };
}
