import { hourMs } from '#lib/durations.ts';
import { getRow, insertOnce, insertRow, listRows, updateRow } from '#server/core/database/rows.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { sha256 } from '#server/core/encryption.ts';
import { nextSeriesNumber } from '#server/core/numbers/next.ts';
import { nextBankDay } from '#shared/exchange/bank-days.ts';
import type { PaymentStatus } from '#shared/payouts/batch.ts';
import { fingerprintOf } from '../approval/approvals.ts';
import { encryptBatchFile, writeBatchFile } from './batch-file.ts';

const staff = 'demo-finance';

/** The batch and the bank statement that explain the final state of the demo's payouts. */
export async function seedPayoutBatches(deps: Deps): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    // Two servers may start the demo together: the one that locks the person's row seeds first.
    const person = await trx.selectFrom('person').select('id').where('id', '=', staff).forUpdate().executeTakeFirst();
    const seeded = await trx.selectFrom('payout_batch').select('id').where('id', 'like', 'demo-%').executeTakeFirst();
    if (!person || seeded) return;
    await approveSamples(trx);
    const settled = await seedBatch(deps, trx, 'demo-batch-settled', ['paid', 'returned']);
    await seedBatch(deps, trx, 'demo-batch-sent', ['sent']);
    if (settled) await seedImport(trx, settled);
  });
}

/** Approves one, so that it can go into a batch. */
async function approveSamples(trx: Trx): Promise<void> {
  const approved = await listRows(trx, 'payout', { is_sample: true, status: 'approved' });
  for (const payout of approved) {
    const destination = await getRow(trx, 'payout_destination', payout.destination_id);
    await insertOnce(
      trx,
      'payout_approval',
      [staff, 'demo-admin'].map((approver_id) => ({
        ...{ payout_id: payout.id, approver_id, at: payout.requested_at },
        fingerprint: fingerprintOf(payout, destination),
      })),
    );
  }
}

type Seeded = { readonly batchId: string; readonly exportedAt: Date };

async function seedBatch(
  deps: Deps,
  trx: Trx,
  id: string,
  statuses: readonly Extract<PaymentStatus, 'paid' | 'returned' | 'sent'>[],
): Promise<Seeded | undefined> {
  const payouts = await trx
    .selectFrom('payout')
    .innerJoin('payout_stage', (join) =>
      join.onRef('payout_stage.payout_id', '=', 'payout.id').on('payout_stage.status', '=', 'sent'),
    )
    .selectAll('payout')
    .select('payout_stage.at as sentAt')
    .where('payout.is_sample', '=', true)
    .where('payout.status', 'in', statuses)
    .where('payout.method', '=', 'bank-transfer')
    .orderBy('payout_stage.at', 'desc')
    .limit(4)
    .execute();
  const [last] = payouts;
  if (!last) return undefined;
  const exportedAt = last.sentAt;
  const number = await nextSeriesNumber(trx, `B${exportedAt.getUTCFullYear()}`);
  const batch = await trx
    .insertInto('payout_batch')
    .values({
      ...{ id, number, method: 'bank-transfer', currency: 'USD', format: 'pain-001', is_sample: true },
      ...{ created_by: staff, created_at: new Date(exportedAt.getTime() - hourMs) },
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const payments = await trx
    .insertInto('payout_payment')
    .values(
      payouts.map((payout, index) => ({
        ...{ id: `${id}-${index + 1}`, batch_id: id, line: index + 1, payout_id: payout.id },
        ...{ person_id: payout.person_id, destination_id: payout.destination_id, payee_name: 'Filipa Nogueira' },
        ...{ amount_cents: payout.trader_cents - payout.fee_cents, reference: payout.number },
        ...{ status: payout.status as PaymentStatus, changed_at: exportedAt },
        bank_code: payout.status === 'returned' ? 'AC04' : null,
      })),
    )
    .returningAll()
    .execute();
  const executeOn = nextBankDay(exportedAt.getTime());
  const createdAt = exportedAt.getTime();
  const file = await writeBatchFile(deps, trx, { batch, payments, createdAt, executeOn, template: undefined });
  await updateRow(trx, 'payout_batch', id, {
    ...{ status: statuses.includes('sent') ? 'exported' : 'settled', exported_by: staff, exported_at: exportedAt },
    ...{ execute_on: executeOn, file: encryptBatchFile(deps, id, file), file_sha256: sha256(file) },
  });
  return { batchId: id, exportedAt };
}

/** The statement that booked the batch, with one entry that matches no payment. */
async function seedImport(trx: Trx, { batchId, exportedAt }: Seeded): Promise<void> {
  const importId = 'demo-import';
  const at = new Date(exportedAt.getTime() + 26 * hourMs);
  await insertRow(trx, 'payout_import', {
    ...{ id: importId, sha256: sha256(importId), kind: 'camt.053', file_name: 'statement-sample.xml' },
    ...{ imported_by: staff, imported_at: at, finished_at: at, is_sample: true },
  });
  const payments = await trx.selectFrom('payout_payment').selectAll().where('batch_id', '=', batchId).execute();
  const shared = { import_id: importId, currency: 'USD', handled_at: at };
  await insertRow(trx, 'payout_import_entry', [
    ...payments.map(({ id, reference, amount_cents, status, bank_code }, index) => ({
      ...{ ...shared, id: `${importId}-${index + 1}`, number: index + 1, payment_id: id, reference, amount_cents },
      ...(status === 'returned'
        ? { event: 'returned' as const, action: 'return' as const, code: bank_code }
        : { event: 'booked' as const, action: 'pay' as const }),
    })),
    {
      ...{ ...shared, id: `${importId}-0`, number: payments.length + 1, reference: 'RENT-0311' },
      ...{ event: 'booked', action: 'none', problem: 'unknown', amount_cents: 120_000 },
    },
  ]);
}
