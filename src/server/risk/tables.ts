import type { WrittenText } from '#i18n/localized.ts';
import { as, type Columns, oneOf, table } from '#server/core/database/table.ts';
import type { ConductCause, ConductDecision } from '#shared/accounts/conduct.ts';
import { haltScopes } from '#shared/accounts/halt.ts';
import type { AccountEvent } from '#shared/accounts/model.ts';
import { riskActionKinds } from '#shared/accounts/risk-action.ts';
import type { DocumentMediaType } from '#shared/core/document.ts';
import type { TradingDay } from '#shared/exchange/trading-day.ts';
import { type AccountFill, type FindingKind, findingStatuses } from '#shared/risk/findings.ts';

export type ConductEvent = { readonly sourceId: string; readonly event: AccountEvent };

export const riskTables = {
  /** An action of the risk desk on an account. `applied_at` is null until a second person approves, if one must. */
  risk_action: table({
    id: 'text primary key',
    account_id: 'text not null references trading_account on delete cascade',
    kind: oneOf(riskActionKinds),
    /** As shown to the trader. */
    cause: 'text not null',
    until: 'timestamptz',
    /** `person:<id>` */
    requested_by: 'text not null',
    requested_at: 'timestamptz not null',
    decided_by: 'text',
    decided_at: 'timestamptz',
    declined: 'boolean not null default false',
    applied_at: 'timestamptz',
    /** When the platform confirmed the permissions that enforce it. */
    acknowledged_at: 'timestamptz',
  }).with(
    'check (decided_by <> requested_by)',
    'check (not declined or applied_at is null)',
    'check (acknowledged_at is null or applied_at is not null)',
    'create index risk_action_account on risk_action (account_id, requested_at desc)',
    'create index risk_action_unacknowledged on risk_action (account_id) where applied_at is not null and acknowledged_at is null',
    'create unique index risk_action_open on risk_action (account_id, kind) where applied_at is null and not declined',
    'create index risk_action_requested on risk_action (requested_at, id)',
  ),
  /** A trading halt for many accounts. It starts and ends only with the approval of two people. */
  trading_halt: table({
    id: 'text primary key',
    scope: oneOf(haltScopes),
    value: 'text',
    /** As shown to traders. */
    text: as<WrittenText>('jsonb not null'),
    requested_by: 'text not null',
    requested_at: 'timestamptz not null',
    decided_by: 'text',
    decided_at: 'timestamptz',
    declined: 'boolean not null default false',
    started_at: 'timestamptz',
    lift_requested_by: 'text',
    lift_requested_at: 'timestamptz',
    lifted_by: 'text',
    ended_at: 'timestamptz',
    announcement_id: 'text',
  }).with(
    "check ((scope = 'all') = (value is null))",
    'check (decided_by <> requested_by)',
    'check (lifted_by <> lift_requested_by)',
    'check (not declined or started_at is null)',
    'check (ended_at is null or started_at is not null)',
    "create unique index trading_halt_open on trading_halt (scope, coalesce(value, '')) where ended_at is null and not declined",
    'create index trading_halt_requested on trading_halt (requested_at, id)',
  ),
  /** A note that only staff can read. */
  account_note: table({
    id: 'text primary key',
    account_id: 'text not null references trading_account on delete cascade',
    author: 'text not null',
    text: 'text not null',
    written_at: 'timestamptz not null',
  }).with('create index account_note_account on account_note (account_id, written_at desc)'),
  /** A request for documents from the risk desk to a trader; at most one is open. */
  document_request: table({
    id: 'text primary key',
    account_id: 'text not null references trading_account on delete cascade',
    /** As shown to the trader. */
    text: 'text not null',
    /** `person:<id>` */
    requested_by: 'text not null',
    requested_at: 'timestamptz not null',
    /** The first upload. */
    received_at: 'timestamptz',
    closed_by: 'text',
    closed_at: 'timestamptz',
  }).with(
    'check ((closed_by is null) = (closed_at is null))',
    'create unique index document_request_open on document_request (account_id) where closed_at is null',
    'create index document_request_requested on document_request (requested_at, id)',
    'create index document_request_account on document_request (account_id, requested_at)',
  ),
  requested_document: table({
    id: 'text primary key',
    request_id: 'text not null references document_request on delete cascade',
    media_type: as<DocumentMediaType>("text not null check (media_type in ('image/webp', 'application/pdf'))"),
    size_bytes: 'integer not null',
    /** Encrypted; see `requestedDocumentContext`. */
    content: 'bytea not null',
    uploaded_at: 'timestamptz not null',
    delete_at: 'timestamptz not null',
  }).with(
    'create index requested_document_request on requested_document (request_id, uploaded_at)',
    'create index requested_document_delete on requested_document (delete_at)',
  ),
  /** Accounts with fills that detection hasn't examined yet. A row is removed only at the revision that was examined. */
  detection_queue: table({
    account_id: 'text primary key references trading_account on delete cascade',
    /** The time of the earliest such fill. */
    since: 'timestamptz not null',
    revision: 'bigint not null default 1',
  }).with('create index detection_queue_since on detection_queue (since)'),
  /** The fills of the last trading days across all accounts, for finding simultaneous trades. */
  detection_fill: table({
    account_id: 'text not null references trading_account on delete cascade',
    source_id: 'text not null',
    person_id: 'text not null',
    day: 'text not null',
    /** The full-size contract. */
    market: 'text not null',
    instrument: 'text not null',
    side: 'text not null',
    quantity: 'integer not null',
    at: 'timestamptz not null',
  }).with(
    'primary key (account_id, source_id)',
    'create index detection_fill_together on detection_fill (market, side, at)',
    'create index detection_fill_day on detection_fill (day, account_id)',
  ),
  /**
   * A suspension for conduct: its cause, evidence, the trader's response until the deadline, and the decision. At most
   * one is open per account.
   */
  conduct_case: table({
    id: 'text primary key',
    account_id: 'text not null references trading_account on delete cascade',
    cause: as<ConductCause>('text not null'),
    evidence: 'text not null',
    /** The events cited as evidence, as they were when the case was opened. */
    events: as<readonly ConductEvent[]>("jsonb not null default '[]'"),
    /** `person:<id>` */
    opened_by: 'text not null',
    opened_at: 'timestamptz not null',
    answer_until: 'timestamptz not null',
    answer: 'text',
    answered_at: 'timestamptz',
    reminded_at: 'timestamptz',
    /** When staff were asked to decide, after the deadline. */
    decision_requested_at: 'timestamptz',
    status: as<'open' | ConductDecision>("text not null default 'open'"),
    decision_reason: 'text',
    decided_by: 'text',
    decided_at: 'timestamptz',
  }).with(
    'check ((answer is null) = (answered_at is null))',
    "check ((status = 'open') = (decided_at is null))",
    "check ((status = 'open') = (decision_reason is null))",
    'create index conduct_case_opened on conduct_case (opened_at, id)',
    'create index conduct_case_account on conduct_case (account_id, opened_at desc)',
    "create unique index conduct_case_open on conduct_case (account_id) where status = 'open'",
  ),
  /** A trading day on which accounts of two people took opposite sides of the same trades; the first id sorts first. */
  mirrored_day: table({
    account_id: 'text not null references trading_account on delete cascade',
    other_account_id: 'text not null references trading_account on delete cascade',
    day: as<TradingDay>('text not null'),
    matched: 'integer not null',
    fills: 'integer not null',
    evidence: as<readonly AccountFill[]>('jsonb not null'),
  }).with(
    'primary key (account_id, other_account_id, day)',
    'create index mirrored_day_other on mirrored_day (other_account_id)',
    'create index mirrored_day_day on mirrored_day (day)',
  ),
  /** A finding of the detection, once per day, kind and accounts; it grows until someone decides. */
  finding: table({
    id: 'text primary key',
    key: 'text not null unique',
    kind: as<FindingKind>('text not null'),
    day: 'text not null',
    account_id: 'text not null references trading_account on delete cascade',
    other_account_id: 'text references trading_account on delete cascade',
    facts: as<Readonly<Record<string, string | number>>>('jsonb not null'),
    evidence: as<readonly AccountFill[]>('jsonb not null'),
    status: oneOf(findingStatuses, "text not null default 'open'"),
    found_at: 'timestamptz not null',
    case_id: 'text references conduct_case on delete set null',
    decided_by: 'text',
    decided_at: 'timestamptz',
    decision_reason: 'text',
  }).with(
    "check ((status = 'open') = (decided_at is null))",
    'create index finding_found on finding (found_at, id)',
    'create index finding_account on finding (account_id, found_at desc)',
    'create index finding_other_account on finding (other_account_id) where other_account_id is not null',
  ),
};

export type ConductCaseTable = Columns<typeof riskTables.conduct_case>;
