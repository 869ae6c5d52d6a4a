import type { ColumnType, Generated } from 'kysely';
import type { MaybeMoment, Moment } from './columns.ts';

/** Somebody we know by address. Without a password hash they bought as a guest and have not chosen one. */
export type PersonTable = {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  country: string;
  locale: string;
  password_hash: string | null;
  email_verified_at: MaybeMoment;
  unread_notices: Generated<number>;
  roles: ColumnType<string[], string[] | undefined, string[]>;
  created_at: Moment;
};

/** A sign-in. The token itself is nowhere, only its SHA-256. */
export type SessionTable = {
  id: string;
  person_id: string;
  token_hash: string;
  created_at: Moment;
  expires_at: Moment;
  ended_at: MaybeMoment;
  user_agent: string;
  ip: string;
};

export type CodePurpose = 'verify-email' | 'set-password' | 'reset-password';

/** What somebody typed when they registered an address that already has a person; it counts once the code is given. */
export type PendingRegistration = {
  readonly passwordHash: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly country: string;
};

/** A one-use code that was mailed. Only its hash is kept. */
export type EmailCodeTable = {
  id: string;
  /** In the order of issue: the highest is the newest. */
  number: Generated<number>;
  person_id: string;
  purpose: CodePurpose;
  code_hash: string;
  attempts: Generated<number>;
  pending: ColumnType<PendingRegistration | null, string | null, null>;
  created_at: Moment;
  expires_at: Moment;
  used_at: MaybeMoment;
};
