import type { ColumnType } from 'kysely';
import type { Json, MaybeMoment, MaybeText, Moment } from '#server/core/database/columns.ts';
import type { DocumentMediaType } from '#shared/core/document.ts';
import type { DestinationKind, PayoutMethod } from '#shared/payouts/payees/destination.ts';
import type { DocumentPurpose } from '#shared/payouts/payees/documents.ts';
import type {
  IdentityEvent,
  IdentityProvider,
  IdentityReason,
  IdentityStatus,
} from '#shared/payouts/payees/identity-check.ts';
import type { SanctionsCause, SanctionsStatus } from '#shared/payouts/payees/sanctions.ts';
import type { TaxFormKind } from '#shared/payouts/payees/tax-form.ts';

/** A payout destination. Never edited: a change creates another destination. */
type PayoutDestinationTable = {
  id: string;
  person_id: string;
  method: PayoutMethod;
  kind: DestinationKind;
  /** The encrypted `DestinationDetails` as JSON; see `destinationContext`. */
  details: string;
  masked: string;
  /** Finds shared destinations; see `fingerprintDestination`. Null until the job has added it. */
  fingerprint: MaybeText;
  payee_name: string;
  /** Who entered it; they may not approve a payout to it. */
  added_by: string;
  created_at: Moment;
  /** The earliest time a payout may go to it. */
  usable_at: Moment;
  removed_at: MaybeMoment;
};

/** One per person; starting again continues it. */
type IdentityCheckTable = {
  id: string;
  person_id: string;
  provider: IdentityProvider;
  /** The provider's session or applicant; null for the built-in review. */
  provider_ref: MaybeText;
  status: IdentityStatus;
  reason: ColumnType<IdentityReason | null, IdentityReason | null | undefined, IdentityReason | null>;
  /** As on the document; payees must match it. */
  first_name: MaybeText;
  last_name: MaybeText;
  /** The country that issued the document, as in `IdentityEvent`. */
  country: MaybeText;
  /** The provider's time of the last applied event. */
  event_at: MaybeMoment;
  started_at: Moment;
  submitted_at: MaybeMoment;
  decided_at: MaybeMoment;
  /** `person:<id>` or `provider:<name>`. */
  decided_by: MaybeText;
};

/** A provider's message, stored once under the hash of its bytes. */
type IdentityEventTable = {
  id: string;
  check_id: string;
  event: Json<IdentityEvent>;
  received_at: Moment;
  handled_at: MaybeMoment;
  applied: ColumnType<boolean | null, undefined, boolean>;
};

type PayeeDocumentTable = {
  id: string;
  person_id: string;
  purpose: DocumentPurpose;
  media_type: DocumentMediaType;
  size_bytes: number;
  /** Encrypted; see `documentContext`. */
  content: Uint8Array;
  uploaded_at: Moment;
  delete_at: Moment;
};

/** A signed W-9 or W-8BEN; a person's newest one counts. */
type TaxFormTable = {
  id: string;
  person_id: string;
  kind: TaxFormKind;
  /** The encrypted `TaxFormDetails` as JSON; see `taxFormContext`. */
  details: string;
  tin_masked: MaybeText;
  signed_name: string;
  signed_at: Moment;
  ip: string;
  valid_until: MaybeMoment;
  superseded_at: MaybeMoment;
};

/** Every signed agreement text, word for word, independent of later changes to the file. */
type AgreementTextTable = {
  sha256: string;
  version: string;
  locale: string;
  title: string;
  body: string;
  stored_at: Moment;
};

type SignedAgreementTable = {
  id: string;
  person_id: string;
  version: string;
  text_sha256: string;
  /** The sentence beside the ticked checkbox. */
  consent: string;
  signed_name: string;
  signed_at: Moment;
  ip: string;
  user_agent: string;
};

type SanctionsCheckTable = {
  id: string;
  person_id: string;
  /** The name that was compared. */
  name: string;
  cause: SanctionsCause;
  subject_id: string;
  /** Empty if there was no list. */
  list_version: string;
  /** The score of the best match, from 0 to 1. */
  score: number;
  matches: Json<readonly { readonly entryId: string; readonly name: string; readonly score: number }[]>;
  status: SanctionsStatus;
  checked_at: Moment;
  decided_by: MaybeText;
  decided_at: MaybeMoment;
  reason: MaybeText;
};

export type PayeesTables = {
  sanctions_check: SanctionsCheckTable;
  tax_form: TaxFormTable;
  agreement_text: AgreementTextTable;
  signed_agreement: SignedAgreementTable;
  identity_check: IdentityCheckTable;
  identity_event: IdentityEventTable;
  payee_document: PayeeDocumentTable;
  payout_destination: PayoutDestinationTable;
};
