import type { ColumnType, Generated } from 'kysely';
import type { MaybeMoment, MaybeText, Moment } from '#server/core/database/columns.ts';
import type { Role } from '#shared/core/access.ts';

/** A person known by address. The password hash is set once the address is verified and a password chosen. */
export type PersonTable = {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  country: string;
  /** As `readPostalCode` returns it; null where nothing depends on it. */
  postal_code: MaybeText;
  locale: string;
  /** IANA; null for the browser's own. */
  time_zone: MaybeText;
  password_hash: string | null;
  email_verified_at: MaybeMoment;
  unread_notifications: Generated<number>;
  /** Changes with the picture, so that browsers reload it; null without one. */
  picture_version: MaybeText;
  /** When two-step sign-in was enabled. */
  two_factor_at: MaybeMoment;
  /** While set, the person can't sign in. */
  suspended_at: MaybeMoment;
  /** The row stays, without personal data, for the orders that refer to it. */
  deleted_at: MaybeMoment;
  roles: ColumnType<Role[], Role[] | undefined, Role[]>;
  created_at: Moment;
};

/** A session. Only the SHA-256 of its token is stored. */
type SessionTable = {
  id: string;
  person_id: string;
  token_hash: string;
  created_at: Moment;
  expires_at: Moment;
  ended_at: MaybeMoment;
  /** When the person last reauthenticated. */
  confirmed_at: MaybeMoment;
  user_agent: string;
  ip: string;
  /** Hash of the browser's device cookie; null while it has none. */
  device_hash: string | null;
  /** The last use, to within a few minutes; null before the second use. */
  seen_at: MaybeMoment;
};

/** A staff member's view of a trader's own screens, read-only, for at most fifteen minutes. */
type TraderViewTable = {
  id: string;
  token_hash: string;
  /** The staff session that opened the view; the view ends with it. */
  session_id: string;
  staff_id: string;
  person_id: string;
  started_at: Moment;
  expires_at: Moment;
  ended_at: MaybeMoment;
};

/** `verify-link` and `payout-link` are the links in the mails with a `verify-email` or `payout-access` code. */
export type CodePurpose =
  | 'verify-email'
  | 'verify-link'
  | 'set-password'
  | 'reset-password'
  | 'change-email'
  | 'payout-access'
  | 'payout-link'
  | 'staff-invitation';

/** The data a browser entered to register an address. It takes effect once that browser verifies the address. */
type RegistrationTable = {
  person_id: string;
  device_hash: string;
  password_hash: string;
  first_name: string;
  last_name: string;
  country: string;
  created_at: Moment;
};

/** A browser in which the person has signed in. */
type KnownDeviceTable = { person_id: string; device_hash: string; last_used_at: Moment };

/** A mailed one-time code. Only its hash is stored. */
type EmailCodeTable = {
  id: string;
  /** Increases with each issue; the highest is the newest. */
  number: Generated<number>;
  person_id: string;
  purpose: CodePurpose;
  code_hash: string;
  /** The address that a `change-email` code verifies. */
  target: MaybeText;
  created_at: Moment;
  expires_at: Moment;
  used_at: MaybeMoment;
  /** Guesses so far, by everyone together. */
  attempts: Generated<number>;
};

/** Cropped to a square and re-encoded as WebP. */
type PersonPictureTable = { person_id: string; image: Uint8Array; updated_at: Moment };

/** The encrypted secret of an authenticator app, in effect once confirmed. */
type TwoFactorTable = {
  person_id: string;
  secret: string;
  /** The time step of the last accepted code, so that no code works twice or after a newer one. */
  last_step: Generated<number>;
  created_at: Moment;
  /** When its first code was entered; null during setup. */
  confirmed_at: MaybeMoment;
};

/** A WebAuthn credential of a person. */
type PasskeyTable = {
  id: string;
  person_id: string;
  /** The authenticator's credential id, base64url; unique across all people. */
  credential_id: string;
  /** COSE-encoded. */
  public_key: Uint8Array;
  /** Uses counted by the authenticator; 0 if it doesn't count. */
  counter: number;
  transports: string[];
  /** Whether its provider may copy it to other devices, each of which counts for itself. Fixed when it is created. */
  can_sync: boolean;
  /** Whether the provider backs it up, so that it outlives the device. */
  synced: boolean;
  name: string;
  created_at: Moment;
  last_used_at: MaybeMoment;
};

export type PasskeyPurpose = 'add' | 'sign-in' | 'confirm';

/** A challenge that accepts one response, bound to the browser and, if signed in, to the session. */
type PasskeyChallengeTable = {
  challenge_hash: string;
  purpose: PasskeyPurpose;
  device_hash: string;
  session_id: string | null;
  expires_at: Moment;
};

type RecoveryCodeTable = { person_id: string; code_hash: string; used_at: MaybeMoment };

/** An operator's request to turn off two-step sign-in for someone who lost it; another operator must approve it. */
type SecondFactorResetTable = {
  person_id: string;
  requested_by: string;
  requested_at: Moment;
  approved_by: MaybeText;
  approved_at: MaybeMoment;
};

/** A verified address that a person changed, in small letters; written by the database. */
type FormerAddressTable = { person_id: string; email: string };

type CaptchaUseTable = { challenge_hash: string; expires_at: Moment };

export type PeopleTables = {
  person: PersonTable;
  former_address: FormerAddressTable;
  session: SessionTable;
  trader_view: TraderViewTable;
  email_code: EmailCodeTable;
  registration: RegistrationTable;
  known_device: KnownDeviceTable;
  person_picture: PersonPictureTable;
  two_factor: TwoFactorTable;
  recovery_code: RecoveryCodeTable;
  passkey: PasskeyTable;
  passkey_challenge: PasskeyChallengeTable;
  second_factor_reset: SecondFactorResetTable;
  captcha_use: CaptchaUseTable;
};
