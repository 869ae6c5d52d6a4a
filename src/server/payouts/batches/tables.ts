import { isOneOf } from '#server/core/database/one-of.ts';
import { as, oneOf, type Row, table } from '#server/core/database/table.ts';
import { batchFormats, batchStatuses, livePaymentStatuses, paymentStatuses } from '#shared/payouts/batch.ts';
import { payoutMethods } from '#shared/payouts/payees/destination.ts';
import { type BankEvent, bankReportKinds } from '#shared/payouts/payment-files/bank-report.ts';
import type { EntryAction, EntryProblem } from '#shared/payouts/payment-files/plan-entry.ts';

export const batchesTables = {
  /** Payments by the same method that leave the firm in one file. */
  payout_batch: table({
    id: 'text primary key',
    /** Shown to people and, as message id, to the bank: `B2026-000001`. */
    number: 'text not null unique',
    method: oneOf(payoutMethods),
    currency: "text not null check (currency ~ '^[A-Z]{3}$')",
    format: oneOf(batchFormats),
    status: oneOf(batchStatuses, "text not null default 'draft'"),
    created_by: 'text not null references person',
    created_at: 'timestamptz not null',
    exported_by: 'text references person',
    exported_at: 'timestamptz',
    /** The bank day on which the bank should pay: `2026-03-19`. */
    execute_on: 'text',
    /** Encrypted; see `batchFileContext`. */
    file: 'text',
    file_sha256: 'text',
    canceled_by: 'text references person',
    canceled_at: 'timestamptz',
    cancel_reason: 'text',
    is_sample: 'boolean not null default false',
  }).with(
    'check ((file is null) = (exported_at is null) and (file is null) = (file_sha256 is null))',
    "check (status = 'canceled' or (status = 'draft') = (exported_at is null))",
    'create index payout_batch_created on payout_batch (created_at, id)',
  ),
  /** A payment of a batch. A payout that a bank refused through our own fault gets a new payment in another batch. */
  payout_payment: table({
    id: 'text primary key',
    batch_id: 'text not null references payout_batch',
    line: 'integer not null check (line > 0)',
    payout_id: 'text not null references payout',
    person_id: 'text not null references person',
    destination_id: 'text not null references payout_destination',
    payee_name: 'text not null',
    /** What the payee receives. */
    amount_cents: 'bigint not null check (amount_cents > 0)',
    /** The end-to-end id: the payout's number, with `-2` for the second attempt. */
    reference: 'text not null unique',
    status: oneOf(paymentStatuses, "text not null default 'waiting'"),
    /** The bank's reference, or the transaction's hash. */
    bank_reference: 'text',
    /** Why it was refused or came back, as an ISO 20022 code. */
    bank_code: 'text',
    changed_at: 'timestamptz not null',
  }).with(
    'unique (batch_id, line)',

    // A payout is in one live batch only.
    `create unique index payout_payment_live on payout_payment (payout_id) where ${isOneOf('status', livePaymentStatuses)}`,
    'create index payout_payment_payout on payout_payment (payout_id)',
    'create index payout_payment_changed on payout_payment (changed_at, id)',
  ),
  /** A file of a bank or a wallet, identified by the hash of its bytes. */
  payout_import: table({
    id: 'text primary key',
    sha256: 'text not null unique',
    kind: oneOf(bankReportKinds),
    file_name: 'text not null',
    imported_by: 'text not null references person',
    imported_at: 'timestamptz not null',
    /** When its last entry was processed. */
    finished_at: 'timestamptz',
    is_sample: 'boolean not null default false',
  }).with('create index payout_import_at on payout_import (imported_at, id)'),
  payout_import_entry: table({
    id: 'text primary key',
    import_id: 'text not null references payout_import',
    number: 'integer not null',
    payment_id: 'text references payout_payment',
    message_id: 'text',
    reference: 'text',
    event: as<BankEvent>('text not null'),
    amount_cents: 'bigint',
    currency: 'text',
    code: 'text',
    bank_reference: 'text',
    /** Both null until the entry is handled. */
    action: as<EntryAction>('text'),
    problem: as<EntryProblem>('text'),
    handled_at: 'timestamptz',
    /** Of a problem, by staff. */
    reviewed_at: 'timestamptz',
    reviewed_by: 'text references person',
    review_reason: 'text',
  }).with(
    'unique (import_id, number)',
    'check ((handled_at is null) = (action is null))',
    'create index payout_import_entry_open on payout_import_entry (import_id, number) where handled_at is null',
  ),
};

export type StoredBatch = Row<typeof batchesTables.payout_batch>;

export type StoredPayment = Row<typeof batchesTables.payout_payment>;

export type StoredImportEntry = Row<typeof batchesTables.payout_import_entry>;
