import { sql } from 'kysely';

/** Tables of this area, in dependency order. */
export const peopleTables = [
  // Without capitals and accents, like the search text; letters that don't decompose are listed.
  sql`create or replace function fold_text(value text) returns text language sql immutable strict parallel safe as $$
    select translate(regexp_replace(lower(normalize(value, NFD)), '[\\u0300-\\u036f]', '', 'g'), 'øłđıØŁĐ', 'oldiold')
  $$`,
  sql`create table person (
    id text primary key,
    email text not null,
    first_name text not null,
    last_name text not null,
    country text not null,
    postal_code text,
    locale text not null,
    time_zone text,
    password_hash text,
    email_verified_at timestamptz,
    unread_notifications integer not null default 0,
    roles text[] not null default '{}'
      check (roles <@ array['admin', 'finance', 'support', 'reviewer', 'risk_manager', 'affiliate']),
    created_at timestamptz not null,
    picture_version text,
    two_factor_at timestamptz,
    suspended_at timestamptz,
    deleted_at timestamptz
  )`,
  sql`create unique index person_email on person (lower(email) text_pattern_ops)`,

  // Rows that only an address ties to a person are theirs after they have changed it, too.
  sql`create table former_address (
    person_id text not null references person on delete cascade,
    email text not null,
    primary key (person_id, email)
  )`,
  sql`create or replace function keep_former_address() returns trigger language plpgsql as $$
    begin
      insert into former_address (person_id, email) values (old.id, lower(old.email)) on conflict do nothing;
      return null;
    end
  $$`,
  sql`create trigger person_address_changed after update of email on person for each row
    when (old.email_verified_at is not null and new.deleted_at is null and lower(old.email) <> lower(new.email))
    execute function keep_former_address()`,

  sql`create index person_name on person (fold_text(first_name || ' ' || last_name) text_pattern_ops)`,
  sql`create index person_last_name on person (fold_text(last_name || ' ' || first_name) text_pattern_ops)`,

  sql`create index person_created on person (created_at, id)`,

  sql`create table person_picture (
    person_id text primary key references person on delete cascade,
    image bytea not null,
    updated_at timestamptz not null
  )`,

  sql`create table session (
    id text primary key,
    person_id text not null references person on delete cascade,
    token_hash text not null unique,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    ended_at timestamptz,
    user_agent text not null,
    ip text not null,
    device_hash text,
    seen_at timestamptz,
    confirmed_at timestamptz
  )`,
  sql`create index session_person on session (person_id, created_at desc)`,
  sql`create index session_expiry on session (expires_at)`,

  sql`create table trader_view (
    id text primary key,
    token_hash text not null unique,
    session_id text not null references session on delete cascade,
    staff_id text not null references person on delete cascade,
    person_id text not null references person on delete cascade,
    started_at timestamptz not null,
    expires_at timestamptz not null,
    ended_at timestamptz,
    check (staff_id <> person_id),
    check (expires_at <= started_at + interval '15 minutes')
  )`,
  sql`create index trader_view_running on trader_view (expires_at) where ended_at is null`,
  sql`create index trader_view_person on trader_view (person_id)`,
  sql`create index trader_view_staff on trader_view (staff_id)`,
  sql`create index trader_view_session on trader_view (session_id)`,

  sql`create table email_code (
    id text primary key,
    number bigint generated always as identity,
    person_id text not null references person on delete cascade,
    purpose text not null,
    code_hash text not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz,
    target text,
    attempts integer not null default 0
  )`,
  sql`create index email_code_person on email_code (person_id, purpose, number desc)`,
  sql`create index email_code_expiry on email_code (expires_at)`,

  sql`create table registration (
    person_id text not null references person on delete cascade,
    device_hash text not null,
    password_hash text not null,
    first_name text not null,
    last_name text not null,
    country text not null,
    created_at timestamptz not null,
    primary key (person_id, device_hash)
  )`,
  sql`create index registration_created on registration (created_at)`,

  sql`create table known_device (
    person_id text not null references person on delete cascade,
    device_hash text not null,
    last_used_at timestamptz not null,
    primary key (person_id, device_hash)
  )`,
  sql`create index known_device_hash on known_device (device_hash)`,
  sql`create index known_device_use on known_device (last_used_at)`,

  sql`create table two_factor (
    person_id text primary key references person on delete cascade,
    secret text not null,
    last_step bigint not null default 0,
    created_at timestamptz not null,
    confirmed_at timestamptz
  )`,

  sql`create table passkey (
    id text primary key,
    person_id text not null references person on delete cascade,
    credential_id text not null unique,
    public_key bytea not null,
    counter bigint not null,
    transports text[] not null,
    can_sync boolean not null,
    synced boolean not null,
    name text not null,
    created_at timestamptz not null,
    last_used_at timestamptz
  )`,
  sql`create index passkey_person on passkey (person_id, created_at)`,

  sql`create table passkey_challenge (
    challenge_hash text primary key,
    purpose text not null check (purpose in ('add', 'sign-in', 'confirm')),
    device_hash text not null,
    session_id text references session on delete cascade,
    expires_at timestamptz not null,
    check ((session_id is null) = (purpose = 'sign-in'))
  )`,
  sql`create index passkey_challenge_expiry on passkey_challenge (expires_at)`,
  sql`create index passkey_challenge_session on passkey_challenge (session_id)`,

  sql`create table second_factor_reset (
    person_id text primary key references person on delete cascade,
    requested_by text not null,
    requested_at timestamptz not null,
    approved_by text,
    approved_at timestamptz,
    check (approved_by <> requested_by)
  )`,

  sql`create table recovery_code (
    person_id text not null references person on delete cascade,
    code_hash text not null,
    used_at timestamptz,
    primary key (person_id, code_hash)
  )`,

  sql`create table captcha_use (
    challenge_hash text primary key,
    expires_at timestamptz not null
  )`,
  sql`create index captcha_use_expiry on captcha_use (expires_at)`,
];
