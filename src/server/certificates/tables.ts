import type { ColumnType, Generated } from 'kysely';
import type { Json, MaybeMoment, MaybeText, Moment } from '#server/core/database/columns.ts';
import type { CertificateClaims, CertificateKind } from '#shared/certificates/claims.ts';
import type { NameStyle } from '#shared/certificates/name.ts';

/** A key that signs certificates. Retired keys stay published, so that their signatures can still be verified. */
type CertificateKeyTable = {
  /** Its JWK thumbprint (RFC 7638). */
  id: string;
  /** `x` of the JWK. */
  public_key: string;
  /** Encrypted; null for a key from CERTIFICATE_SIGNING_KEY. */
  private_key: MaybeText;
  created_at: Moment;
  retired_at: MaybeMoment;
};

/** What a certificate is about, regardless of what its owner chooses to show. */
export type CertificateFacts = Pick<CertificateClaims, 'program' | 'size' | 'day' | 'tradingDays'> & {
  readonly amountCents: number;
};

/** `replaced`: by one with other choices. `corrected`: a late event undid the pass. */
export type RevocationReason = 'replaced' | 'corrected' | 'payout-returned' | 'account-deleted' | 'operator';

/** At most one certificate per evaluation or payout is valid; the others are revoked. */
export type CertificateTable = {
  id: string;
  /** Increases with each issue. */
  number: Generated<number>;
  kind: CertificateKind;
  person_id: string;
  account_id: string;
  payout_id: MaybeText;
  /** As printed. */
  name: string;
  name_style: NameStyle;
  shows_amount: boolean;
  facts: Json<CertificateFacts>;
  /** The signed credential, and its form for the QR code. */
  credential: string;
  compact: string;
  /** The bit in the status lists; random within its list, so that it reveals nothing. */
  status_index: number;
  issued_at: Moment;
  revoked_at: MaybeMoment;
  revocation_reason: ColumnType<RevocationReason | null, RevocationReason | null | undefined, RevocationReason | null>;
};

export type CertificatesTables = {
  certificate_key: CertificateKeyTable;
  certificate: CertificateTable;
};
