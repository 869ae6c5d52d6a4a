import { sql } from 'kysely';
import { isOneOf } from '#server/core/database/one-of.ts';
import { haltScopes } from '#shared/accounts/halt.ts';
import { riskActionKinds } from '#shared/accounts/risk-action.ts';
import { findingStatuses } from '#shared/risk/findings.ts';

/** Tables of this area, in dependency order. */
export const riskTables = [
  sql`create table risk_action (
    id text primary key,
    account_id text not null references trading_account on delete cascade,
    kind text not null check (${isOneOf('kind', riskActionKinds)}),
    cause text not null,
    until timestamptz,
    requested_by text not null,
    requested_at timestamptz not null,
    decided_by text,
    decided_at timestamptz,
    declined boolean not null default false,
    applied_at timestamptz,
    acknowledged_at timestamptz,
    check (decided_by <> requested_by),
    check (not declined or applied_at is null),
    check (acknowledged_at is null or applied_at is not null)
  )`,
  sql`create index risk_action_account on risk_action (account_id, requested_at desc)`,
  sql`create index risk_action_unacknowledged on risk_action (account_id) where applied_at is not null and acknowledged_at is null`,
  sql`create unique index risk_action_open on risk_action (account_id, kind) where applied_at is null and not declined`,
  sql`create index risk_action_requested on risk_action (requested_at, id)`,

  sql`create table trading_halt (
    id text primary key,
    scope text not null check (${isOneOf('scope', haltScopes)}),
    value text,
    text jsonb not null,
    requested_by text not null,
    requested_at timestamptz not null,
    decided_by text,
    decided_at timestamptz,
    declined boolean not null default false,
    started_at timestamptz,
    lift_requested_by text,
    lift_requested_at timestamptz,
    lifted_by text,
    ended_at timestamptz,
    announcement_id text,
    check ((scope = 'all') = (value is null)),
    check (decided_by <> requested_by),
    check (lifted_by <> lift_requested_by),
    check (not declined or started_at is null),
    check (ended_at is null or started_at is not null)
  )`,
  sql`create unique index trading_halt_open on trading_halt (scope, coalesce(value, '')) where ended_at is null and not declined`,
  sql`create index trading_halt_requested on trading_halt (requested_at, id)`,

  sql`create table account_note (
    id text primary key,
    account_id text not null references trading_account on delete cascade,
    author text not null,
    text text not null,
    written_at timestamptz not null
  )`,
  sql`create index account_note_account on account_note (account_id, written_at desc)`,

  sql`create table document_request (
    id text primary key,
    account_id text not null references trading_account on delete cascade,
    text text not null,
    requested_by text not null,
    requested_at timestamptz not null,
    received_at timestamptz,
    closed_by text,
    closed_at timestamptz,
    check ((closed_by is null) = (closed_at is null))
  )`,
  sql`create unique index document_request_open on document_request (account_id) where closed_at is null`,
  sql`create index document_request_requested on document_request (requested_at, id)`,
  sql`create index document_request_account on document_request (account_id, requested_at)`,

  sql`create table requested_document (
    id text primary key,
    request_id text not null references document_request on delete cascade,
    media_type text not null check (media_type in ('image/webp', 'application/pdf')),
    size_bytes integer not null,
    content bytea not null,
    uploaded_at timestamptz not null,
    delete_at timestamptz not null
  )`,
  sql`create index requested_document_request on requested_document (request_id, uploaded_at)`,
  sql`create index requested_document_delete on requested_document (delete_at)`,

  sql`create table detection_queue (
    account_id text primary key references trading_account on delete cascade,
    since timestamptz not null,
    revision bigint not null default 1
  )`,
  sql`create index detection_queue_since on detection_queue (since)`,

  sql`create table detection_fill (
    account_id text not null references trading_account on delete cascade,
    source_id text not null,
    person_id text not null,
    day text not null,
    market text not null,
    instrument text not null,
    side text not null,
    quantity integer not null,
    at timestamptz not null,
    primary key (account_id, source_id)
  )`,
  sql`create index detection_fill_together on detection_fill (market, side, at)`,
  sql`create index detection_fill_day on detection_fill (day, account_id)`,

  sql`create table conduct_case (
    id text primary key,
    account_id text not null references trading_account on delete cascade,
    cause text not null,
    evidence text not null,
    events jsonb not null default '[]',
    opened_by text not null,
    opened_at timestamptz not null,
    answer_until timestamptz not null,
    answer text,
    answered_at timestamptz,
    reminded_at timestamptz,
    decision_requested_at timestamptz,
    status text not null default 'open',
    decision_reason text,
    decided_by text,
    decided_at timestamptz,
    check ((answer is null) = (answered_at is null)),
    check ((status = 'open') = (decided_at is null)),
    check ((status = 'open') = (decision_reason is null))
  )`,
  sql`create index conduct_case_opened on conduct_case (opened_at, id)`,
  sql`create index conduct_case_account on conduct_case (account_id, opened_at desc)`,
  sql`create unique index conduct_case_open on conduct_case (account_id) where status = 'open'`,

  // Trading days on which accounts of two people took opposite sides of the same trades; the first id sorts first.
  sql`create table mirrored_day (
    account_id text not null references trading_account on delete cascade,
    other_account_id text not null references trading_account on delete cascade,
    day text not null,
    matched integer not null,
    fills integer not null,
    evidence jsonb not null,
    primary key (account_id, other_account_id, day)
  )`,
  sql`create index mirrored_day_other on mirrored_day (other_account_id)`,
  sql`create index mirrored_day_day on mirrored_day (day)`,

  sql`create table finding (
    id text primary key,
    key text not null unique,
    kind text not null,
    day text not null,
    account_id text not null references trading_account on delete cascade,
    other_account_id text references trading_account on delete cascade,
    facts jsonb not null,
    evidence jsonb not null,
    status text not null default 'open' check (${isOneOf('status', findingStatuses)}),
    found_at timestamptz not null,
    case_id text references conduct_case on delete set null,
    decided_by text,
    decided_at timestamptz,
    decision_reason text,
    check ((status = 'open') = (decided_at is null))
  )`,
  sql`create index finding_found on finding (found_at, id)`,
  sql`create index finding_account on finding (account_id, found_at desc)`,
  sql`create index finding_other_account on finding (other_account_id) where other_account_id is not null`,
];
