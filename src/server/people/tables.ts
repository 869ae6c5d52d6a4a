import { as, type Columns, table } from '#server/core/database/table.ts';
import type { ReadScope, Role } from '#shared/core/access.ts';

/** `verify-link` and `payout-link` are the links in the mails with a `verify-email` or `payout-access` code. */
export const codePurposes = [
  'verify-email',
  'verify-link',
  'set-password',
  'reset-password',
  'change-email',
  'payout-access',
  'payout-link',
  'staff-invitation',
] as const;

export type CodePurpose = (typeof codePurposes)[number];

export type PasskeyPurpose = 'add' | 'sign-in' | 'confirm';

export const peopleTables = {
  /** A person known by address. The password hash is set once the address is verified and a password chosen. */
  person: table({
    id: 'text primary key',
    email: 'text not null',
    first_name: 'text not null',
    last_name: 'text not null',
    country: 'text not null',
    /** As `readPostalCode` returns it; null where nothing depends on it. */
    postal_code: 'text',
    locale: 'text not null',
    /** IANA; null for the browser's own. */
    time_zone: 'text',
    password_hash: 'text',
    email_verified_at: 'timestamptz',
    unread_notifications: 'integer not null default 0',
    roles: as<Role[]>(
      "text[] not null default '{}' check (roles <@ array['admin', 'finance', 'support', 'reviewer', 'risk_manager', 'affiliate'])",
    ),
    created_at: 'timestamptz not null',
    /** Changes with the picture, so that browsers reload it; null without one. */
    picture_version: 'text',
    /** When two-step sign-in was enabled. */
    two_factor_at: 'timestamptz',
    /** While set, the person can't sign in. */
    suspended_at: 'timestamptz',
    /** The row stays, without personal data, for the orders that refer to it. */
    deleted_at: 'timestamptz',
  })
    .with(
      // Without capitals and accents, like the search text; letters that don't decompose are listed.
      `create or replace function fold_text(value text) returns text language sql immutable strict parallel safe as $$
    select translate(regexp_replace(lower(normalize(value, NFD)), '[\\u0300-\\u036f]', '', 'g'), 'øłđıØŁĐ', 'oldiold')
  $$`,
      'create unique index person_email on person (lower(email) text_pattern_ops)',
      "create index person_name on person (fold_text(first_name || ' ' || last_name) text_pattern_ops)",
      "create index person_last_name on person (fold_text(last_name || ' ' || first_name) text_pattern_ops)",
      'create index person_created on person (created_at, id)',
    )
    .later({
      /** As in the passport, if the name isn't in Latin letters. */
      latin_name: 'text',
    }),
  /** A verified address that a person changed, in small letters: rows that only an address ties to them stay theirs. */
  former_address: table({
    person_id: 'text not null references person on delete cascade',
    email: 'text not null',
  }).with(
    'primary key (person_id, email)',
    `create or replace function keep_former_address() returns trigger language plpgsql as $$
    begin
      insert into former_address (person_id, email) values (old.id, lower(old.email)) on conflict do nothing;
      return null;
    end
  $$`,
    `create trigger person_address_changed after update of email on person for each row
    when (old.email_verified_at is not null and new.deleted_at is null and lower(old.email) <> lower(new.email))
    execute function keep_former_address()`,
  ),
  /** Cropped to a square and re-encoded as WebP. */
  person_picture: table({
    person_id: 'text primary key references person on delete cascade',
    image: 'bytea not null',
    updated_at: 'timestamptz not null',
  }),
  /** A session, or a token with which its owner's programs read. Only the SHA-256 of its token is stored. */
  session: table({
    id: 'text primary key',
    person_id: 'text not null references person on delete cascade',
    token_hash: 'text not null unique',
    created_at: 'timestamptz not null',
    expires_at: 'timestamptz not null',
    ended_at: 'timestamptz',
    user_agent: 'text not null',
    ip: 'text not null',
    /** Hash of the browser's device cookie; null while it has none. */
    device_hash: 'text',
    /** The last use, to within a few minutes; null before the second use. */
    seen_at: 'timestamptz',
    /** When the person last reauthenticated. */
    confirmed_at: 'timestamptz',
  })
    .with(
      'create index session_person on session (person_id, created_at desc)',
      'create index session_expiry on session (expires_at)',
    )
    .later({
      /** Of a read token: its owner's name for it, and what it opens; null for a session. */
      name: 'text',
      scopes: as<readonly ReadScope[]>('text[]'),
    }),
  /** A staff member's view of a trader's own screens, read-only, for at most fifteen minutes. */
  trader_view: table({
    id: 'text primary key',
    token_hash: 'text not null unique',
    /** The staff session that opened the view; the view ends with it. */
    session_id: 'text not null references session on delete cascade',
    staff_id: 'text not null references person on delete cascade',
    person_id: 'text not null references person on delete cascade',
    started_at: 'timestamptz not null',
    expires_at: 'timestamptz not null',
    ended_at: 'timestamptz',
  }).with(
    'check (staff_id <> person_id)',
    "check (expires_at <= started_at + interval '15 minutes')",
    'create index trader_view_running on trader_view (expires_at) where ended_at is null',
    'create index trader_view_person on trader_view (person_id)',
    'create index trader_view_staff on trader_view (staff_id)',
    'create index trader_view_session on trader_view (session_id)',
  ),
  /** A mailed one-time code. Only its hash is stored. */
  email_code: table({
    id: 'text primary key',
    /** Increases with each issue; the highest is the newest. */
    number: 'bigint generated always as identity',
    person_id: 'text not null references person on delete cascade',
    purpose: as<CodePurpose>('text not null'),
    code_hash: 'text not null',
    created_at: 'timestamptz not null',
    expires_at: 'timestamptz not null',
    used_at: 'timestamptz',
    /** The address that a `change-email` code verifies. */
    target: 'text',
    /** Guesses so far, by everyone together. */
    attempts: 'integer not null default 0',
  }).with(
    'create index email_code_person on email_code (person_id, purpose, number desc)',
    'create index email_code_expiry on email_code (expires_at)',
  ),
  /** The data a browser entered to register an address. It takes effect once that browser verifies the address. */
  registration: table({
    person_id: 'text not null references person on delete cascade',
    device_hash: 'text not null',
    password_hash: 'text not null',
    first_name: 'text not null',
    last_name: 'text not null',
    country: 'text not null',
    created_at: 'timestamptz not null',
  }).with('primary key (person_id, device_hash)', 'create index registration_created on registration (created_at)'),
  /** A browser in which the person has signed in. */
  known_device: table({
    person_id: 'text not null references person on delete cascade',
    device_hash: 'text not null',
    last_used_at: 'timestamptz not null',
  }).with(
    'primary key (person_id, device_hash)',
    'create index known_device_hash on known_device (device_hash)',
    'create index known_device_use on known_device (last_used_at)',
  ),
  /** The encrypted secret of an authenticator app, in effect once confirmed. */
  two_factor: table({
    person_id: 'text primary key references person on delete cascade',
    secret: 'text not null',
    /** The time step of the last accepted code, so that no code works twice or after a newer one. */
    last_step: 'bigint not null default 0',
    created_at: 'timestamptz not null',
    /** When its first code was entered; null during setup. */
    confirmed_at: 'timestamptz',
  }),
  /** A WebAuthn credential of a person. */
  passkey: table({
    id: 'text primary key',
    person_id: 'text not null references person on delete cascade',
    /** The authenticator's credential id, base64url; unique across all people. */
    credential_id: 'text not null unique',
    /** COSE-encoded. */
    public_key: 'bytea not null',
    /** Uses counted by the authenticator; 0 if it doesn't count. */
    counter: 'bigint not null',
    transports: 'text[] not null',
    /** Whether its provider may copy it to other devices, each of which counts for itself. Fixed when it is created. */
    can_sync: 'boolean not null',
    /** Whether the provider backs it up, so that it outlives the device. */
    synced: 'boolean not null',
    name: 'text not null',
    created_at: 'timestamptz not null',
    last_used_at: 'timestamptz',
  }).with('create index passkey_person on passkey (person_id, created_at)'),
  /** A challenge that accepts one response, bound to the browser and, if signed in, to the session. */
  passkey_challenge: table({
    challenge_hash: 'text primary key',
    purpose: as<PasskeyPurpose>("text not null check (purpose in ('add', 'sign-in', 'confirm'))"),
    device_hash: 'text not null',
    session_id: 'text references session on delete cascade',
    expires_at: 'timestamptz not null',
  }).with(
    "check ((session_id is null) = (purpose = 'sign-in'))",
    'create index passkey_challenge_expiry on passkey_challenge (expires_at)',
    'create index passkey_challenge_session on passkey_challenge (session_id)',
  ),
  /** An operator's request to turn off two-step sign-in for someone who lost it; another operator must approve it. */
  second_factor_reset: table({
    person_id: 'text primary key references person on delete cascade',
    requested_by: 'text not null',
    requested_at: 'timestamptz not null',
    approved_by: 'text',
    approved_at: 'timestamptz',
  }).with('check (approved_by <> requested_by)'),
  recovery_code: table({
    person_id: 'text not null references person on delete cascade',
    code_hash: 'text not null',
    used_at: 'timestamptz',
  }).with('primary key (person_id, code_hash)'),
  captcha_use: table({
    challenge_hash: 'text primary key',
    expires_at: 'timestamptz not null',
  }).with('create index captcha_use_expiry on captcha_use (expires_at)'),
};

export type PersonTable = Columns<typeof peopleTables.person>;
