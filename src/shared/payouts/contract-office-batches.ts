import * as z from 'zod/mini';
import { defineCall } from '#shared/core/call.ts';
import { freeText, opaqueId, optionalText } from '#shared/core/fields.ts';
import { batchFormats } from './batch.ts';
import { payoutMethods } from './payees/destination.ts';
import { bankEvents, bankReportKinds, maxBankFileBytes } from './payment-files/bank-report.ts';
import { entryActions, entryProblems } from './payment-files/plan-entry.ts';

const cents = z.int();
const finance = { roles: ['finance', 'admin'] } as const;

export const fetchPayable = defineCall({
  summary: 'Returns approved payouts that are in no batch, by method',
  get: 'admin/payouts/batches/payable',
  access: finance,
  data: z.object({
    methods: z.array(
      z.object({
        method: z.enum(payoutMethods),
        payments: z.int(),
        totalCents: cents,
        formats: z.array(z.enum(batchFormats)),
      }),
    ),
  }),
});

export const createPayoutBatch = defineCall({
  summary: 'Creates a draft batch of approved payouts for a method: oldest first, 1,000 at most',
  post: 'admin/payouts/batches/create',
  access: finance,
  body: z.object({ method: z.enum(payoutMethods, 'required'), format: z.enum(batchFormats, 'required') }),
  data: z.object({
    /** Null if every payee matches the sanctions list. */
    batchId: z.nullable(z.string()),
    number: z.nullable(z.string()),
    payments: z.int(),
    totalCents: cents,
    /** Numbers of payouts held until someone decides a sanctions match. */
    held: z.array(z.string()),
  }),
  errors: ['confirm_first', 'batch_empty'],
});

export const removeBatchPayment = defineCall({
  summary: 'Removes a payment from a draft batch. Its payouts can go into another batch',
  post: 'admin/payouts/batches/remove',
  destructive: true,
  access: finance,
  body: z.object({ paymentId: opaqueId }),
  errors: ['confirm_first', 'not_found', 'batch_step'],
});

export const exportPayoutBatch = defineCall({
  summary:
    'Exports a draft batch as a payment file and marks its payments as sent. Repeating the call returns the same bytes',
  post: 'admin/payouts/batches/export',
  access: finance,
  body: z.object({
    batchId: opaqueId,
    /** Header line of Wise’s current template; ours if omitted. An unknown column stops the export. */
    template: z.optional(optionalText(2_000)),
  }),
  data: z.object({
    number: z.string(),
    file: z.object({ name: z.string(), mediaType: z.string(), content: z.string() }),
  }),
  /**
   * `batch_held` carries `{ held: [{ reference, reason }] }`: `conduct`, `finding`, `conditions`,
   * `dispute`, `sales`, `changed`, `sanctions` or `name`.
   */
  errors: [
    'confirm_first',
    'approver_new',
    'not_found',
    'batch_step',
    'batch_second_person',
    'batch_held',
    'batch_account',
  ],
});

export const cancelPayoutBatch = defineCall({
  summary: 'Cancels a draft, or an exported batch that no bank has accepted and the caller didn’t export',
  post: 'admin/payouts/batches/cancel',
  destructive: true,
  access: finance,
  body: z.object({ batchId: opaqueId, reason: freeText(500) }),
  errors: ['confirm_first', 'not_found', 'batch_step', 'second_person'],
});

/** pain.002, camt.053, camt.054, or a CSV of USDC transaction hashes. Required. */
const bankFile = z.object({
  file: z.optional(z.file('required').check(z.maxSize(maxBankFileBytes, 'bank_file_size'))),
});

const entry = z.object({
  event: z.enum(bankEvents),
  /** The payment's reference, or the message's if the entry names no payment. */
  reference: z.nullable(z.string()),
  amountCents: z.nullable(cents),
  currency: z.nullable(z.string()),
  code: z.nullable(z.string()),
  bankReference: z.nullable(z.string()),
  action: z.enum(entryActions),
  problem: z.nullable(z.enum(entryProblems)),
  batch: z.nullable(z.string()),
  payeeName: z.nullable(z.string()),
});

export const previewBankFile = defineCall({
  summary: 'Previews a bank file: what importing it would change and what contradicts our records. Changes nothing',
  post: 'admin/payouts/imports/preview',
  access: finance,
  multipart: true,
  body: bankFile,
  data: z.object({
    kind: z.enum(bankReportKinds),
    messageId: z.string(),
    /** The existing import of the same file; null for a new file. */
    importId: z.nullable(z.string()),
    entries: z.array(entry),
  }),
});

export const applyBankFile = defineCall({
  summary:
    'Imports a bank file: payments become paid, returned or payable again. Importing the same file twice changes nothing',
  post: 'admin/payouts/imports/apply',
  access: finance,
  multipart: true,
  body: bankFile,
  data: z.object({ importId: z.string(), isRepeated: z.boolean() }),
  errors: ['own_case', 'confirm_first'],
});

export const reviewBankEntry = defineCall({
  summary: 'Ends the review of a bank’s entry that contradicts our records, with what came of it. Changes no payment',
  post: 'admin/payouts/imports/review',
  access: finance,
  body: z.object({ entryId: opaqueId, reason: freeText(500) }),
  errors: ['not_found'],
});
