import type { BatchStatus, PaymentStatus } from '../batch.ts';
import type { BankEntry } from './bank-report.ts';
import { isPayeeError } from './reason-codes.ts';

/** How an entry changes its payment. `recall`: it was never made, so it returns to approved and can be sent again. */
export const entryActions = ['accept', 'pay', 'return', 'recall', 'none'] as const;
export type EntryAction = (typeof entryActions)[number];

/** Why an entry needs a manual review instead of being applied. */
export const entryProblems = [
  'unknown',
  'unreadable',
  'amount',
  'currency',
  'total',
  'other-message',
  'not-exported',
  'canceled',
  'paid',
  'paid-again',
  'returned',
] as const;
export type EntryProblem = (typeof entryProblems)[number];

export type EntryPlan = { readonly action: EntryAction; readonly problem: EntryProblem | null };

/** Our record of a payment when the entry is read. */
export type KnownPayment = {
  readonly batchNumber: string;
  readonly batchStatus: BatchStatus;
  readonly status: PaymentStatus;
  readonly amountCents: number;
  readonly currency: string;
  readonly bankReference: string | null;
};

const noChange: EntryPlan = { action: 'none', problem: null };
const problemOf = (problem: EntryProblem): EntryPlan => ({ action: 'none', problem });
const planAction = (action: EntryAction): EntryPlan => ({ action, problem: null });

/** Plans the change that an entry makes to a payment. An entry that contradicts our records only reports a problem. */
export function planEntry(entry: BankEntry, payment: KnownPayment | undefined): EntryPlan {
  if (entry.event === 'pending') return noChange;
  if (entry.event === 'total-differs') return problemOf('total');
  if (!payment) return problemOf('unknown');
  if (entry.event === 'unreadable') return problemOf('unreadable');
  if (payment.batchStatus === 'draft') return problemOf('not-exported');
  if (entry.messageId !== null && !isBatchId(entry.messageId, payment.batchNumber)) return problemOf('other-message');
  if (entry.currency !== null && entry.currency !== payment.currency) return problemOf('currency');
  if (entry.amountCents !== null && entry.amountCents !== payment.amountCents) return problemOf('amount');
  return planByStatus(entry, payment);
}

function planByStatus({ event, code, bankReference }: BankEntry, payment: KnownPayment): EntryPlan {
  const { status } = payment;
  const isPending = status === 'waiting' || status === 'sent' || status === 'accepted';
  // A canceled batch must not produce payments anymore, so every report on it needs a manual review.
  if (isPending && payment.batchStatus === 'canceled') return problemOf('canceled');
  if (event === 'accepted') {
    if (isPending) return status === 'accepted' ? noChange : planAction('accept');
    if (status === 'paid') return noChange;
    return problemOf(status === 'returned' ? 'returned' : 'canceled');
  }
  if (event === 'rejected') {
    if (isPending) return planAction(isPayeeError(code) ? 'return' : 'recall');
    return status === 'paid' ? problemOf('paid') : noChange;
  }
  if (event === 'booked') {
    if (isPending) return planAction('pay');
    if (status === 'paid')
      return isDifferentBooking(bankReference, payment.bankReference) ? problemOf('paid-again') : noChange;
    return problemOf(status === 'returned' ? 'returned' : 'canceled');
  }
  if (isPending || status === 'paid') return planAction('return');
  return status === 'returned' ? noChange : problemOf('canceled');
}

/** Whether a booking differs from the known one. The same booking may arrive in a notification and a statement. */
function isDifferentBooking(reported: string | null, known: string | null): boolean {
  return reported !== null && known !== null && reported !== known;
}

/** Whether an id is that of a batch's message or of its only payment block. Banks use either. */
export function isBatchId(messageId: string, batchNumber: string): boolean {
  return messageId === batchNumber || messageId.startsWith(`${batchNumber}-`);
}

/** A payment's status after an entry was applied, for planning the next entry of the same file. */
export function statusAfter(action: EntryAction, status: PaymentStatus): PaymentStatus {
  const after = { accept: 'accepted', pay: 'paid', return: 'returned', recall: 'removed', none: status } as const;
  return after[action];
}
