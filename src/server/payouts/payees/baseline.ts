import { sql } from 'kysely';
import { isOneOf } from '#server/core/database/one-of.ts';
import { destinationKinds, payoutMethods } from '#shared/payouts/payees/destination.ts';
import { documentPurposes } from '#shared/payouts/payees/documents.ts';
import { identityProviders, identityStatuses } from '#shared/payouts/payees/identity-check.ts';
import { sanctionsCauses, sanctionsDecisions, sanctionsStatuses } from '#shared/payouts/payees/sanctions.ts';

/** Tables of this area, in dependency order. */
export const payeesTables = [
  sql`create table payout_destination (
    id text primary key,
    person_id text not null references person,
    method text not null check (${isOneOf('method', payoutMethods)}),
    kind text not null check (${isOneOf('kind', destinationKinds)}),
    details text not null,
    masked text not null,
    fingerprint text,
    payee_name text not null,
    -- Who entered it. It is never edited, so nobody else has touched it.
    added_by text not null references person,
    created_at timestamptz not null,
    usable_at timestamptz not null,
    removed_at timestamptz,
    check (usable_at >= created_at)
  )`,
  sql`create index payout_destination_fingerprint on payout_destination (fingerprint)`,
  sql`create index payout_destination_person on payout_destination (person_id, created_at desc)`,

  sql`create table identity_check (
    id text primary key,
    person_id text not null unique references person,
    provider text not null check (${isOneOf('provider', identityProviders)}),
    provider_ref text,
    status text not null check (${isOneOf('status', identityStatuses)}),
    reason text,
    first_name text,
    last_name text,
    country text check (country ~ '^[A-Z]{2}$'),
    event_at timestamptz,
    started_at timestamptz not null,
    submitted_at timestamptz,
    decided_at timestamptz,
    decided_by text,
    check (status <> 'approved' or (first_name is not null and last_name is not null))
  )`,
  sql`create index identity_check_started on identity_check (started_at desc, id desc)`,
  sql`create index identity_check_review on identity_check (submitted_at) where status = 'review'`,

  sql`create table identity_event (
    id text primary key,
    check_id text not null references identity_check on delete cascade,
    event jsonb not null,
    received_at timestamptz not null,
    handled_at timestamptz,
    applied boolean
  )`,
  sql`create index identity_event_check on identity_event (check_id, received_at)`,
  sql`create index identity_event_unhandled on identity_event (received_at) where handled_at is null`,

  sql`create table payee_document (
    id text primary key,
    person_id text not null references person,
    purpose text not null check (${isOneOf('purpose', documentPurposes)}),
    media_type text not null check (media_type in ('image/webp', 'application/pdf')),
    size_bytes integer not null,
    content bytea not null,
    uploaded_at timestamptz not null,
    delete_at timestamptz not null,
    unique (person_id, purpose)
  )`,
  sql`create index payee_document_delete on payee_document (delete_at)`,

  sql`create table tax_form (
    id text primary key,
    person_id text not null references person,
    kind text not null check (kind in ('w-9', 'w-8ben')),
    details text not null,
    tin_masked text,
    signed_name text not null,
    signed_at timestamptz not null,
    ip text not null,
    valid_until timestamptz,
    superseded_at timestamptz,
    check ((kind = 'w-9') = (valid_until is null))
  )`,
  sql`create unique index tax_form_current on tax_form (person_id) where superseded_at is null`,

  sql`create table sanctions_check (
    id text primary key,
    person_id text not null references person,
    name text not null,
    cause text not null check (${isOneOf('cause', sanctionsCauses)}),
    subject_id text not null,
    list_version text not null,
    score numeric not null,
    matches jsonb not null,
    status text not null check (${isOneOf('status', sanctionsStatuses)}),
    checked_at timestamptz not null,
    decided_by text,
    decided_at timestamptz,
    reason text,
    unique (person_id, cause, subject_id, list_version),
    check ((${isOneOf('status', sanctionsDecisions)}) = (decided_at is not null))
  )`,
  sql`create index sanctions_check_checked on sanctions_check (checked_at desc, id desc)`,
  sql`create index sanctions_check_person on sanctions_check (person_id)`,
  sql`create index sanctions_check_open on sanctions_check (checked_at) where status = 'review'`,

  sql`create table agreement_text (
    sha256 text primary key,
    version text not null,
    locale text not null,
    title text not null,
    body text not null,
    stored_at timestamptz not null
  )`,

  sql`create table signed_agreement (
    id text primary key,
    person_id text not null references person,
    version text not null,
    text_sha256 text not null references agreement_text,
    consent text not null,
    signed_name text not null,
    signed_at timestamptz not null,
    ip text not null,
    user_agent text not null,
    unique (person_id, version)
  )`,
];
