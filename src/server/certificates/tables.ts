import { as, type Columns, oneOf, table } from '#server/core/database/table.ts';
import { type CertificateClaims, certificateKinds } from '#shared/certificates/claims.ts';
import { nameStyles } from '#shared/certificates/name.ts';

/** What a certificate is about, regardless of what its owner chooses to show. */
export type CertificateFacts = Pick<CertificateClaims, 'program' | 'size' | 'day' | 'tradingDays'> & {
  readonly amountCents: number;
};

/** `replaced`: by one with other choices. `corrected`: a late event undid the pass. */
export type RevocationReason = 'replaced' | 'corrected' | 'payout-returned' | 'account-deleted' | 'operator';

export const certificatesTables = {
  /** A key that signs certificates. Retired keys stay published, so that their signatures can still be verified. */
  certificate_key: table({
    /** Its JWK thumbprint (RFC 7638). */
    id: 'text primary key',
    /** `x` of the JWK. */
    public_key: 'text not null',
    /** Encrypted; null for a key from CERTIFICATE_SIGNING_KEY. */
    private_key: 'text',
    created_at: 'timestamptz not null',
    retired_at: 'timestamptz',
  }).with('create unique index certificate_key_active on certificate_key ((true)) where retired_at is null'),
  /** At most one certificate per evaluation or payout is valid; the others are revoked. */
  certificate: table({
    id: 'text primary key',
    /** Increases with each issue. */
    number: 'bigint generated always as identity',
    kind: oneOf(certificateKinds),
    person_id: 'text not null references person',
    account_id: 'text not null references trading_account',
    payout_id: 'text references payout',
    /** As printed. */
    name: 'text not null',
    name_style: oneOf(nameStyles),
    shows_amount: 'boolean not null',
    facts: as<CertificateFacts>('jsonb not null'),
    /** The signed credential, and its form for the QR code. */
    credential: 'text not null',
    compact: 'text not null',
    /** The bit in the status lists; random within its list, so that it reveals nothing. */
    status_index: 'bigint not null unique',
    issued_at: 'timestamptz not null',
    revoked_at: 'timestamptz',
    revocation_reason: as<RevocationReason>('text'),
  }).with(
    "check ((kind = 'payout') = (payout_id is not null))",
    'check ((revoked_at is null) = (revocation_reason is null))',
    "create unique index certificate_evaluation on certificate (account_id) where kind = 'evaluation' and revoked_at is null",
    "create unique index certificate_payout on certificate (payout_id) where kind = 'payout' and revoked_at is null",
    'create index certificate_person on certificate (person_id, number desc)',
    'create index certificate_account on certificate (account_id)',
    'create index certificate_revoked on certificate (status_index) where revoked_at is not null',
  ),
};

export type CertificateTable = Columns<typeof certificatesTables.certificate>;
