import type { BatchStatus, PaymentStatus } from '../payout/batch.ts';
import type { BankEntry } from './bank-report.ts';
import { isPayeesFault } from './reason-codes.ts';

/** What an entry does to its payment. `recall`: it was never made, so it returns to approved and can be sent again. */
export const entryActions = ['accept', 'pay', 'return', 'recall', 'none'] as const;
export type EntryAction = (typeof entryActions)[number];

/** Why an entry is listed for somebody to look at instead of followed. */
export const entryProblems = [
  'unknown',
  'unreadable',
  'amount',
  'currency',
  'total',
  'other-message',
  'not-exported',
  'cancelled',
  'paid',
  'paid-again',
  'returned',
] as const;
export type EntryProblem = (typeof entryProblems)[number];

export type EntryPlan = { readonly action: EntryAction; readonly problem: EntryProblem | null };

/** A payment as it is known when the entry is read. */
export type KnownPayment = {
  readonly batchNumber: string;
  readonly batchStatus: BatchStatus;
  readonly status: PaymentStatus;
  readonly amountCents: number;
  readonly currency: string;
  readonly bankReference: string | null;
};

const nothing: EntryPlan = { action: 'none', problem: null };
const problemOf = (problem: EntryProblem): EntryPlan => ({ action: 'none', problem });
const take = (action: EntryAction): EntryPlan => ({ action, problem: null });

/** What an entry about one payment changes. What contradicts our records changes nothing and is named. */
export function planEntry(entry: BankEntry, payment: KnownPayment | undefined): EntryPlan {
  if (entry.event === 'pending') return nothing;
  if (entry.event === 'total-differs') return problemOf('total');
  if (!payment) return problemOf('unknown');
  if (entry.event === 'unreadable') return problemOf('unreadable');
  if (payment.batchStatus === 'draft') return problemOf('not-exported');
  if (entry.messageId !== null && !namesBatch(entry.messageId, payment.batchNumber)) return problemOf('other-message');
  if (entry.currency !== null && entry.currency !== payment.currency) return problemOf('currency');
  if (entry.amountCents !== null && entry.amountCents !== payment.amountCents) return problemOf('amount');
  return planByStatus(entry, payment);
}

function planByStatus({ event, code, bankReference }: BankEntry, payment: KnownPayment): EntryPlan {
  const { status } = payment;
  const isPending = status === 'waiting' || status === 'sent' || status === 'accepted';
  // Of a cancelled batch nothing may be made any more: whatever a bank reports then, somebody has to look.
  if (isPending && payment.batchStatus === 'cancelled') return problemOf('cancelled');
  if (event === 'accepted') {
    if (isPending) return status === 'accepted' ? nothing : take('accept');
    if (status === 'paid') return nothing;
    return problemOf(status === 'returned' ? 'returned' : 'cancelled');
  }
  if (event === 'rejected') {
    if (isPending) return take(isPayeesFault(code) ? 'return' : 'recall');
    return status === 'paid' ? problemOf('paid') : nothing;
  }
  if (event === 'booked') {
    if (isPending) return take('pay');
    if (status === 'paid') return isOther(bankReference, payment.bankReference) ? problemOf('paid-again') : nothing;
    return problemOf(status === 'returned' ? 'returned' : 'cancelled');
  }
  if (isPending || status === 'paid') return take('return');
  return status === 'returned' ? nothing : problemOf('cancelled');
}

/** The same booking reaches us in a notification and in the statement; another reference is another booking. */
function isOther(given: string | null, known: string | null): boolean {
  return given !== null && known !== null && given !== known;
}

/** Banks name the message or its only block of payments. */
export function namesBatch(messageId: string, batchNumber: string): boolean {
  return messageId === batchNumber || messageId.startsWith(`${batchNumber}-`);
}

/** A payment after an entry was followed, for reading the next one of the same file. */
export function statusAfter(action: EntryAction, status: PaymentStatus): PaymentStatus {
  const after = { accept: 'accepted', pay: 'paid', return: 'returned', recall: 'removed', none: status } as const;
  return after[action];
}
