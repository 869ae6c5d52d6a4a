import type { ColumnType, Generated } from 'kysely';
import type { Role } from '../../contract/access.ts';
import type { Json, MaybeMoment, MaybeText, Moment } from './columns.ts';

/** Somebody we know by address. A password hash is there once the address is proven and a password chosen. */
export type PersonTable = {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  country: string;
  locale: string;
  password_hash: string | null;
  email_verified_at: MaybeMoment;
  unread_notifications: Generated<number>;
  /** Names the present picture, so that browsers know when it is another; null without one. */
  picture_version: MaybeText;
  /** Since when signing in asks for a second factor. */
  two_factor_at: MaybeMoment;
  /** The row stays, without anything personal, for the orders that point to it. */
  deleted_at: MaybeMoment;
  roles: ColumnType<Role[], Role[] | undefined, Role[]>;
  created_at: Moment;
};

/** A sign-in. The token itself is nowhere, only its SHA-256. */
type SessionTable = {
  id: string;
  person_id: string;
  token_hash: string;
  created_at: Moment;
  expires_at: Moment;
  ended_at: MaybeMoment;
  /** When the person last proved again who they are, for changes that matter. */
  confirmed_at: MaybeMoment;
  user_agent: string;
  ip: string;
};

export type CodePurpose = 'verify-email' | 'set-password' | 'reset-password' | 'change-email';

/** What a browser typed to register an address. It counts once that browser proves the address. */
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

/** Wrong guesses of a typed code, counted for each guesser. */
type EmailCodeAttemptTable = { code_id: string; guesser: string; attempts: number };

/** A one-use code that was mailed. Only its hash is kept. */
type EmailCodeTable = {
  id: string;
  /** In the order of issue: the highest is the newest. */
  number: Generated<number>;
  person_id: string;
  purpose: CodePurpose;
  code_hash: string;
  /** The address that a `change-email` code proves. */
  target: MaybeText;
  created_at: Moment;
  expires_at: Moment;
  used_at: MaybeMoment;
};

/** Cut to a square and written anew by us: WebP. */
type PersonPictureTable = { person_id: string; image: Uint8Array; updated_at: Moment };

/** The shared secret of one-time codes, sealed. It counts once `person.two_factor_at` is set. */
type TwoFactorTable = {
  person_id: string;
  secret: string;
  /** The time step of the last code that was taken: no code works twice, no older one after it. */
  last_step: Generated<number>;
  created_at: Moment;
};

type RecoveryCodeTable = { person_id: string; code_hash: string; used_at: MaybeMoment };

/** Something the person should know. Strings are made from `kind` and `details` when they are read. */
type NotificationTable = {
  id: string;
  /** In the order of arrival. */
  number: Generated<number>;
  person_id: string;
  dedupe_key: string;
  kind: string;
  details: Json<Readonly<Record<string, string | number>>>;
  /** Where it leads, without the language's prefix; null for nowhere. */
  path: MaybeText;
  created_at: Moment;
  read_at: MaybeMoment;
};

export type IdentityTables = {
  person: PersonTable;
  session: SessionTable;
  email_code: EmailCodeTable;
  email_code_attempt: EmailCodeAttemptTable;
  registration: RegistrationTable;
  known_device: KnownDeviceTable;
  person_picture: PersonPictureTable;
  two_factor: TwoFactorTable;
  recovery_code: RecoveryCodeTable;
  notification: NotificationTable;
};
