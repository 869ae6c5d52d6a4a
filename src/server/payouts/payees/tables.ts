import { isOneOf } from '#server/core/database/one-of.ts';
import { as, oneOf, table } from '#server/core/database/table.ts';
import type { DocumentMediaType } from '#shared/core/document.ts';
import { destinationKinds, payoutMethods } from '#shared/payouts/payees/destination.ts';
import { documentPurposes } from '#shared/payouts/payees/documents.ts';
import {
  type IdentityEvent,
  type IdentityReason,
  identityProviders,
  identityStatuses,
} from '#shared/payouts/payees/identity-check.ts';
import { sanctionsCauses, sanctionsDecisions, sanctionsStatuses } from '#shared/payouts/payees/sanctions.ts';
import { taxFormKinds } from '#shared/payouts/payees/tax-form.ts';

export const payeesTables = {
  /** A payout destination. Never edited: a change creates another destination. */
  payout_destination: table({
    id: 'text primary key',
    person_id: 'text not null references person',
    method: oneOf(payoutMethods),
    kind: oneOf(destinationKinds),
    /** The encrypted `DestinationDetails` as JSON; see `destinationContext`. */
    details: 'text not null',
    masked: 'text not null',
    /** Finds shared destinations; see `fingerprintDestination`. Null until the job has added it. */
    fingerprint: 'text',
    payee_name: 'text not null',
    /** Who entered it; they may not approve a payout to it. */
    added_by: 'text not null references person',
    created_at: 'timestamptz not null',
    /** The earliest time a payout may go to it. */
    usable_at: 'timestamptz not null',
    removed_at: 'timestamptz',
  }).with(
    'check (usable_at >= created_at)',
    'create index payout_destination_fingerprint on payout_destination (fingerprint)',
    'create index payout_destination_person on payout_destination (person_id, created_at desc)',
  ),
  /** One per person; starting again continues it. */
  identity_check: table({
    id: 'text primary key',
    person_id: 'text not null unique references person',
    provider: oneOf(identityProviders),
    /** The provider's session or applicant; null for the built-in review. */
    provider_ref: 'text',
    status: oneOf(identityStatuses),
    reason: as<IdentityReason>('text'),
    /** As on the document; payees must match it. */
    first_name: 'text',
    last_name: 'text',
    /** The country that issued the document, as in `IdentityEvent`. */
    country: "text check (country ~ '^[A-Z]{2}$')",
    /** The provider's time of the last applied event. */
    event_at: 'timestamptz',
    started_at: 'timestamptz not null',
    submitted_at: 'timestamptz',
    decided_at: 'timestamptz',
    /** `person:<id>` or `provider:<name>`. */
    decided_by: 'text',
  }).with(
    "check (status <> 'approved' or (first_name is not null and last_name is not null))",
    'create index identity_check_started on identity_check (started_at desc, id desc)',
    "create index identity_check_review on identity_check (submitted_at) where status = 'review'",
  ),
  /** A provider's message, stored once under the hash of its bytes. */
  identity_event: table({
    id: 'text primary key',
    check_id: 'text not null references identity_check on delete cascade',
    event: as<IdentityEvent>('jsonb not null'),
    received_at: 'timestamptz not null',
    handled_at: 'timestamptz',
    applied: 'boolean',
  }).with(
    'create index identity_event_check on identity_event (check_id, received_at)',
    'create index identity_event_unhandled on identity_event (received_at) where handled_at is null',
  ),
  payee_document: table({
    id: 'text primary key',
    person_id: 'text not null references person',
    purpose: oneOf(documentPurposes),
    media_type: as<DocumentMediaType>("text not null check (media_type in ('image/webp', 'application/pdf'))"),
    size_bytes: 'integer not null',
    /** Encrypted; see `documentContext`. */
    content: 'bytea not null',
    uploaded_at: 'timestamptz not null',
    delete_at: 'timestamptz not null',
  }).with('unique (person_id, purpose)', 'create index payee_document_delete on payee_document (delete_at)'),
  /** A signed W-9 or W-8BEN; a person's newest one counts. */
  tax_form: table({
    id: 'text primary key',
    person_id: 'text not null references person',
    kind: oneOf(taxFormKinds),
    /** The encrypted `TaxFormDetails` as JSON; see `taxFormContext`. */
    details: 'text not null',
    tin_masked: 'text',
    signed_name: 'text not null',
    signed_at: 'timestamptz not null',
    ip: 'text not null',
    valid_until: 'timestamptz',
    superseded_at: 'timestamptz',
  }).with(
    "check ((kind = 'w-9') = (valid_until is null))",
    'create unique index tax_form_current on tax_form (person_id) where superseded_at is null',
  ),
  sanctions_check: table({
    id: 'text primary key',
    person_id: 'text not null references person',
    /** The name that was compared. */
    name: 'text not null',
    cause: oneOf(sanctionsCauses),
    subject_id: 'text not null',
    /** Empty if there was no list. */
    list_version: 'text not null',
    /** The score of the best match, from 0 to 1. */
    score: 'numeric not null',
    matches:
      as<readonly { readonly entryId: string; readonly name: string; readonly score: number }[]>('jsonb not null'),
    status: oneOf(sanctionsStatuses),
    checked_at: 'timestamptz not null',
    decided_by: 'text',
    decided_at: 'timestamptz',
    reason: 'text',
  }).with(
    'unique (person_id, cause, subject_id, list_version)',
    `check ((${isOneOf('status', sanctionsDecisions)}) = (decided_at is not null))`,
    'create index sanctions_check_checked on sanctions_check (checked_at desc, id desc)',
    'create index sanctions_check_person on sanctions_check (person_id)',
    "create index sanctions_check_open on sanctions_check (checked_at) where status = 'review'",
  ),
  /** Every signed agreement text, word for word, independent of later changes to the file. */
  agreement_text: table({
    sha256: 'text primary key',
    version: 'text not null',
    locale: 'text not null',
    title: 'text not null',
    body: 'text not null',
    stored_at: 'timestamptz not null',
  }),
  signed_agreement: table({
    id: 'text primary key',
    person_id: 'text not null references person',
    version: 'text not null',
    text_sha256: 'text not null references agreement_text',
    /** The sentence beside the ticked checkbox. */
    consent: 'text not null',
    signed_name: 'text not null',
    signed_at: 'timestamptz not null',
    ip: 'text not null',
    user_agent: 'text not null',
  }).with('unique (person_id, version)'),
};
