import * as z from 'zod/mini';
import { batchFormats, batchStatuses, paymentStatuses } from '#shared/payouts/batch.ts';
import { payoutMethods } from '#shared/payouts/payees/destination.ts';
import { bankEvents, bankReportKinds } from '#shared/payouts/payment-files/bank-report.ts';
import { entryActions, entryProblems } from '#shared/payouts/payment-files/plan-entry.ts';
import { payoutSources, payoutStatuses } from '#shared/payouts/stages.ts';
import { defineList } from './define-list.ts';
import { base, cents, financeRoles, maybeMoment, maybeText, text } from './row-fields.ts';

/** Lists of payouts to traders and affiliates. */
export const payoutLists = {
  payouts: defineList({
    name: 'payouts',
    summary: 'Payouts by request time',
    isQueue: true,
    roles: ['reviewer', 'finance', 'admin'],
    filters: {
      status: payoutStatuses,
      /** Who acts next: a reviewer or approver, the person who creates batches, or the bank. */
      next: ['decision', 'batch', 'bank'],
      due: ['late', 'today', 'later'],
      method: payoutMethods,
      source: payoutSources,
      person: 'id',
      account: 'id',
    },
    row: z.object({
      ...base,
      number: text,
      email: text,
      personId: text,
      source: z.enum(payoutSources),
      account: maybeText,
      accountId: maybeText,
      method: z.enum(payoutMethods),
      destination: text,
      status: z.enum(payoutStatuses),
      amountCents: cents,
      netCents: cents,
      /** Deadline of the current stage. */
      dueAt: maybeMoment,
      batch: maybeText,
      batchId: maybeText,
      reason: maybeText,
      note: maybeText,
      reference: maybeText,
      sample: z.boolean(),
    }),
  }),
  batches: defineList({
    name: 'batches',
    summary: 'Payment batches by creation time',
    roles: financeRoles,
    filters: { status: batchStatuses, method: payoutMethods },
    row: z.object({
      ...base,
      number: text,
      method: z.enum(payoutMethods),
      format: z.enum(batchFormats),
      status: z.enum(batchStatuses),
      payments: z.int(),
      totalCents: cents,
      paidCents: cents,
      actor: text,
      exportedBy: maybeText,
      exportedAt: maybeMoment,
      executeOn: maybeText,
      reason: maybeText,
      sample: z.boolean(),
    }),
  }),
  payments: defineList({
    name: 'payments',
    summary: 'Batch payments by the time they last changed',
    roles: financeRoles,
    filters: { status: paymentStatuses, batch: 'id', payout: 'id' },
    row: z.object({
      ...base,
      reference: text,
      batch: text,
      batchId: text,
      payout: text,
      payoutId: text,
      name: text,
      destination: text,
      amountCents: cents,
      status: z.enum(paymentStatuses),
      bankReference: maybeText,
      code: maybeText,
    }),
  }),
  imports: defineList({
    name: 'imports',
    summary: 'Imported bank and wallet files',
    roles: financeRoles,
    filters: { kind: bankReportKinds, open: ['problems', 'none'] },
    row: z.object({
      ...base,
      file: text,
      kind: z.enum(bankReportKinds),
      entries: z.int(),
      changes: z.int(),
      problems: z.int(),
      actor: text,
      finishedAt: maybeMoment,
      sample: z.boolean(),
    }),
  }),
  entries: defineList({
    name: 'entries',
    summary: 'Entries of imported files',
    roles: financeRoles,
    filters: { problem: entryProblems, import: 'id', payment: 'id' },
    row: z.object({
      ...base,
      reference: maybeText,
      event: z.enum(bankEvents),
      amountCents: z.nullable(cents),
      currency: maybeText,
      bankAction: z.nullable(z.enum(entryActions)),
      problem: z.nullable(z.enum(entryProblems)),
      payment: maybeText,
      paymentId: maybeText,
      code: maybeText,
      bankReference: maybeText,
    }),
  }),
} as const;
