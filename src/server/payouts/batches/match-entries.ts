import type { Db, Trx } from '#server/core/deps.ts';
import type { BankEntry, BankReport } from '#shared/payouts/payment-files/bank-report.ts';
import { paymentBlockSuffix } from '#shared/payouts/payment-files/credit-transfer.ts';
import { type EntryPlan, type KnownPayment, planEntry, statusAfter } from '#shared/payouts/payment-files/plan-entry.ts';
import type { StoredImportEntry } from './tables.ts';

export type PaymentRow = KnownPayment & {
  readonly id: string;
  readonly personId: string;
  readonly reference: string;
  readonly payeeName: string;
};

/**
 * An entry about one payment, with the payment if it is ours. An entry about a whole message becomes one per payment.
 */
export type MatchedEntry = { readonly entry: BankEntry; readonly payment: PaymentRow | undefined };

export type PlannedEntry = MatchedEntry & EntryPlan;

function selectPayments(executor: Db | Trx) {
  return executor
    .selectFrom('payout_payment')
    .innerJoin('payout_batch', 'payout_batch.id', 'payout_payment.batch_id')
    .select([
      'payout_payment.id',
      'payout_payment.reference',
      'payout_payment.person_id as personId',
      'payout_payment.payee_name as payeeName',
      'payout_payment.status',
      'payout_payment.amount_cents as amountCents',
      'payout_payment.bank_reference as bankReference',
      'payout_batch.number as batchNumber',
      'payout_batch.status as batchStatus',
      'payout_batch.currency',
    ]);
}

export function findKnownPayment(executor: Db | Trx, paymentId: string): Promise<PaymentRow | undefined> {
  return selectPayments(executor).where('payout_payment.id', '=', paymentId).executeTakeFirst();
}

export async function matchEntries(executor: Db | Trx, { entries }: BankReport): Promise<MatchedEntry[]> {
  const references = [...new Set(entries.flatMap(({ reference }) => reference ?? []))];
  const numbers = [
    ...new Set(
      entries.flatMap(({ reference, messageId }) => (reference === null && messageId ? [batchOf(messageId)] : [])),
    ),
  ];
  const byPaymentReference =
    references.length === 0
      ? []
      : await selectPayments(executor).where('payout_payment.reference', 'in', references).execute();
  const byBatchNumber =
    numbers.length === 0
      ? []
      : await selectPayments(executor).where('payout_batch.number', 'in', numbers).orderBy('line').execute();
  const byReference = new Map(byPaymentReference.map((row) => [row.reference, row]));
  return entries.flatMap((entry): MatchedEntry[] => {
    if (entry.reference !== null) return [{ entry, payment: byReference.get(entry.reference) }];
    const number = entry.messageId === null ? '' : batchOf(entry.messageId);
    return expand(
      entry,
      byBatchNumber.filter(({ batchNumber }) => batchNumber === number),
    );
  });
}

function batchOf(messageId: string): string {
  return messageId.endsWith(paymentBlockSuffix) ? messageId.slice(0, -paymentBlockSuffix.length) : messageId;
}

/** A total only counts if it is the sum of exactly the payments still in the batch. */
function expand(entry: BankEntry, payments: readonly PaymentRow[]): MatchedEntry[] {
  const remaining = payments.filter(({ status }) => status !== 'removed' && status !== 'returned');
  if (remaining.length === 0) return [{ entry, payment: undefined }];
  if (entry.event === 'booked' || entry.event === 'returned') {
    const sum = remaining.reduce((total, { amountCents }) => total + amountCents, 0);
    const isSum = entry.amountCents === null || entry.amountCents === sum;
    const isAll = entry.count === null || entry.count === remaining.length;
    if (!isSum || !isAll) return [{ entry: { ...entry, event: 'total-differs' }, payment: undefined }];
  }
  return remaining.map((payment) => ({
    // A reason for a whole message says nothing about a single payee.
    entry: { ...entry, reference: payment.reference, amountCents: payment.amountCents, code: null },
    payment,
  }));
}

/** What applying the entries one after the other would change. */
export function planEntries(matched: readonly MatchedEntry[]): PlannedEntry[] {
  const statuses = new Map<string, Pick<KnownPayment, 'status' | 'bankReference'>>();
  return matched.map(({ entry, payment }) => {
    const current = payment && { ...payment, ...statuses.get(payment.id) };
    const plan = planEntry(entry, current);
    if (current && plan.action !== 'none') {
      const bankReference = entry.bankReference ?? current.bankReference;
      statuses.set(current.id, { status: statusAfter(plan.action, current.status), bankReference });
    }
    return { entry, payment, ...plan };
  });
}

export function describeEntry(row: StoredImportEntry): BankEntry {
  return {
    messageId: row.message_id,
    reference: row.reference,
    event: row.event,
    amountCents: row.amount_cents,
    currency: row.currency,
    count: null,
    code: row.code,
    bankReference: row.bank_reference,
  };
}
