import { sql } from 'kysely';
import { isOneOf } from '#server/core/database/one-of.ts';
import { batchStatuses, livePaymentStatuses, paymentStatuses } from '#shared/payouts/batch.ts';
import { payoutMethods } from '#shared/payouts/payees/destination.ts';

/** Tables of this area, in dependency order. */
export const batchesTables = [
  sql`create table payout_batch (
    id text primary key,
    number text not null unique,
    method text not null check (${isOneOf('method', payoutMethods)}),
    currency text not null check (currency ~ '^[A-Z]{3}$'),
    format text not null check (format in ('pain-001', 'wise-csv', 'usdc-list')),
    status text not null default 'draft'
      check (${isOneOf('status', batchStatuses)}),
    created_by text not null references person,
    created_at timestamptz not null,
    exported_by text references person,
    exported_at timestamptz,
    execute_on text,
    -- What the bank was given, encrypted: every later download has the same bytes.
    file text,
    file_sha256 text,
    canceled_by text references person,
    canceled_at timestamptz,
    cancel_reason text,
    is_sample boolean not null default false,
    check ((file is null) = (exported_at is null) and (file is null) = (file_sha256 is null)),
    check (status = 'canceled' or (status = 'draft') = (exported_at is null))
  )`,
  sql`create index payout_batch_created on payout_batch (created_at, id)`,

  sql`create table payout_payment (
    id text primary key,
    batch_id text not null references payout_batch,
    line integer not null check (line > 0),
    payout_id text not null references payout,
    person_id text not null references person,
    destination_id text not null references payout_destination,
    payee_name text not null,
    amount_cents bigint not null check (amount_cents > 0),
    reference text not null unique,
    status text not null default 'waiting'
      check (${isOneOf('status', paymentStatuses)}),
    -- The bank's reference, or the transaction's hash.
    bank_reference text,
    -- Why it was refused or came back, as an ISO 20022 code.
    bank_code text,
    changed_at timestamptz not null,
    unique (batch_id, line)
  )`,
  // A payout is in one live batch only.
  sql`create unique index payout_payment_live on payout_payment (payout_id)
    where ${isOneOf('status', livePaymentStatuses)}`,
  sql`create index payout_payment_payout on payout_payment (payout_id)`,
  sql`create index payout_payment_changed on payout_payment (changed_at, id)`,

  sql`create table payout_import (
    id text primary key,
    sha256 text not null unique,
    kind text not null check (kind in ('pain.002', 'camt.053', 'camt.054', 'usdc-hashes')),
    file_name text not null,
    imported_by text not null references person,
    imported_at timestamptz not null,
    finished_at timestamptz,
    is_sample boolean not null default false
  )`,
  sql`create index payout_import_at on payout_import (imported_at, id)`,

  sql`create table payout_import_entry (
    id text primary key,
    import_id text not null references payout_import,
    number integer not null,
    payment_id text references payout_payment,
    message_id text,
    reference text,
    event text not null,
    amount_cents bigint,
    currency text,
    code text,
    bank_reference text,
    -- Both null until the entry is handled.
    action text,
    problem text,
    handled_at timestamptz,
    -- Of a problem, by staff.
    reviewed_at timestamptz,
    reviewed_by text references person,
    review_reason text,
    unique (import_id, number),
    check ((handled_at is null) = (action is null))
  )`,
  sql`create index payout_import_entry_open on payout_import_entry (import_id, number) where handled_at is null`,
];
