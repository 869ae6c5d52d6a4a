import type { ColumnType, Generated, Selectable } from 'kysely';
import type { MaybeMoment, MaybeNumber, MaybeText, Moment } from '#server/core/database/columns.ts';
import type { BatchFormat, BatchStatus, PaymentStatus } from '#shared/payouts/batch.ts';
import type { PayoutMethod } from '#shared/payouts/payees/destination.ts';
import type { BankEvent, BankReportKind } from '#shared/payouts/payment-files/bank-report.ts';
import type { EntryAction, EntryProblem } from '#shared/payouts/payment-files/plan-entry.ts';

/** Payments by the same method that leave the firm in one file. */
type PayoutBatchTable = {
  id: string;
  /** Shown to people and, as message id, to the bank: `B2026-000001`. */
  number: string;
  method: PayoutMethod;
  currency: string;
  format: BatchFormat;
  status: ColumnType<BatchStatus, BatchStatus | undefined, BatchStatus>;
  created_by: string;
  created_at: Moment;
  exported_by: MaybeText;
  exported_at: MaybeMoment;
  /** The bank day on which the bank should pay: `2026-03-19`. */
  execute_on: MaybeText;
  /** Encrypted; see `batchFileContext`. */
  file: MaybeText;
  file_sha256: MaybeText;
  canceled_by: MaybeText;
  canceled_at: MaybeMoment;
  cancel_reason: MaybeText;
  is_sample: Generated<boolean>;
};

export type StoredBatch = Selectable<PayoutBatchTable>;

/** A payment of a batch. A payout that a bank refused through our own fault gets a new payment in another batch. */
type PayoutPaymentTable = {
  id: string;
  batch_id: string;
  line: number;
  payout_id: string;
  person_id: string;
  destination_id: string;
  payee_name: string;
  /** What the payee receives. */
  amount_cents: number;
  /** The end-to-end id: the payout's number, with `-2` for the second attempt. */
  reference: string;
  status: ColumnType<PaymentStatus, PaymentStatus | undefined, PaymentStatus>;
  bank_reference: MaybeText;
  bank_code: MaybeText;
  changed_at: Moment;
};

export type StoredPayment = Selectable<PayoutPaymentTable>;

/** A file of a bank or a wallet, identified by the hash of its bytes. */
type PayoutImportTable = {
  id: string;
  sha256: string;
  kind: BankReportKind;
  file_name: string;
  imported_by: string;
  imported_at: Moment;
  /** When its last entry was processed. */
  finished_at: MaybeMoment;
  is_sample: Generated<boolean>;
};

type PayoutImportEntryTable = {
  id: string;
  import_id: string;
  number: number;
  payment_id: MaybeText;
  message_id: MaybeText;
  reference: MaybeText;
  event: BankEvent;
  amount_cents: MaybeNumber;
  currency: MaybeText;
  code: MaybeText;
  bank_reference: MaybeText;
  action: ColumnType<EntryAction | null, EntryAction | null | undefined, EntryAction | null>;
  problem: ColumnType<EntryProblem | null, EntryProblem | null | undefined, EntryProblem | null>;
  handled_at: MaybeMoment;
  reviewed_at: MaybeMoment;
  reviewed_by: MaybeText;
  review_reason: MaybeText;
};

export type StoredImportEntry = Selectable<PayoutImportEntryTable>;

export type BatchesTables = {
  payout_batch: PayoutBatchTable;
  payout_payment: PayoutPaymentTable;
  payout_import: PayoutImportTable;
  payout_import_entry: PayoutImportEntryTable;
};
