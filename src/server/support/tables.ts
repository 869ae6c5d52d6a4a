import { isOneOf } from '#server/core/database/one-of.ts';
import { as, oneOf, type Row, table } from '#server/core/database/table.ts';
import type { DocumentMediaType } from '#shared/core/document.ts';
import { type FeatureStatus, featureProgresses } from '#shared/support/contract-features.ts';
import type { TicketTopic } from '#shared/support/contract-shapes.ts';
import { messageKinds, repliedStatuses, ticketStatuses } from '#shared/support/ticket.ts';

export const supportTables = {
  feature_request: table({
    id: 'text primary key',
    fingerprint: 'text not null unique',
    name: 'text not null',
    email: 'text not null',
    title: 'text not null',
    message: 'text not null',
    locale: 'text not null',
    /** Only approved suggestions are public. */
    status: as<FeatureStatus>("text not null default 'waiting'"),
    progress: oneOf(featureProgresses, "text not null default 'considered'"),
    progress_reason: 'text',
    created_at: 'timestamptz not null',
    decided_at: 'timestamptz',
  }).with("create index feature_request_public on feature_request (created_at desc) where status = 'approved'"),
  feature_vote: table({
    request_id: 'text not null references feature_request on delete cascade',
    /** `person:<id>`, or `visitor:` and a keyed hash of the browser's session id. */
    voter: 'text not null',
    /** A keyed hash of the network address. */
    network: 'text not null',
    created_at: 'timestamptz not null',
  }).with('primary key (request_id, voter)'),
  ticket: table({
    id: 'text primary key',
    /** Shown to people: `T2026-000042`. */
    number: 'text not null unique',
    /** Unique while open: sending the same text from the same address again doesn't create another ticket. */
    fingerprint: 'text unique',
    /** Null for a guest. */
    person_id: 'text references person',
    name: 'text not null',
    email: 'text not null',
    locale: 'text not null',
    topic: as<TicketTopic>('text not null'),
    subject: 'text not null',
    order_id: 'text references orders',
    account_id: 'text references trading_account',
    payout_id: 'text references payout',
    feature_request_id: 'text references feature_request',
    status: oneOf(ticketStatuses),
    assignee_id: 'text references person',
    merged_into: 'text references ticket on delete cascade',
    /** Counts changes, so that two agents notice each other. */
    version: 'integer not null default 1',
    opened_at: 'timestamptz not null',
    first_replied_at: 'timestamptz',
    reply_due_at: 'timestamptz',
    resolution_due_at: 'timestamptz',
    /** Bank days; set while it waits for the requester. */
    resolution_days_left: 'integer',
    closed_at: 'timestamptz',
    changed_at: 'timestamptz not null',
    /** The deadlines that staff were alerted about. */
    reply_overdue_alert_for: 'timestamptz',
    resolution_overdue_alert_for: 'timestamptz',
    /** Part of the demo: no alerts. */
    is_sample: 'boolean not null default false',
  }).with(
    "check ((status = 'closed') = (closed_at is not null))",
    "check ((status = 'open') = (reply_due_at is not null))",
    "check (status = 'waiting' or resolution_days_left is null)",
    "check (merged_into is null or status = 'closed')",
    'create index ticket_person on ticket (person_id, changed_at desc)',
    'create index ticket_email on ticket (lower(email))',
    'create index ticket_opened on ticket (opened_at, id)',
    'create index ticket_reply_due on ticket (reply_due_at) where reply_due_at is not null',
    'create index ticket_resolution_due on ticket (resolution_due_at) where resolution_due_at is not null',
    `create index ticket_quiet on ticket (changed_at) where ${isOneOf('status', repliedStatuses)}`,
    'create index ticket_closed on ticket (closed_at) where closed_at is not null',
    'create index ticket_merged on ticket (merged_into) where merged_into is not null',
  ),
  ticket_message: table({
    id: 'text primary key',
    number: 'bigint generated always as identity',
    ticket_id: 'text not null references ticket on delete cascade',
    /** A note is for staff only. */
    kind: oneOf(messageKinds),
    /** `person:<id>`, or `guest`. */
    actor: 'text not null',
    text: 'text not null',
    idempotency_key: 'text not null',
    created_at: 'timestamptz not null',
  }).with(
    'unique (ticket_id, idempotency_key)',
    'create index ticket_message_ticket on ticket_message (ticket_id, number)',
  ),
  ticket_attachment: table({
    id: 'text primary key',
    /** Null until it is sent with a message. */
    message_id: 'text references ticket_message on delete cascade',
    /** Who may send it: \`person:<id>\` or \`ticket:<id>\` for a guest. */
    uploader: 'text not null',
    name: 'text not null',
    media_type: as<DocumentMediaType>("text not null check (media_type in ('image/webp', 'application/pdf'))"),
    size_bytes: 'integer not null',
    /** Encrypted. */
    content: 'bytea not null',
    uploaded_at: 'timestamptz not null',
  }).with(
    'create index ticket_attachment_message on ticket_attachment (message_id)',
    'create index ticket_attachment_unsent on ticket_attachment (uploaded_at) where message_id is null',
  ),
  /** Agents who have a ticket open. */
  ticket_presence: table({
    ticket_id: 'text not null references ticket on delete cascade',
    person_id: 'text not null references person on delete cascade',
    seen_at: 'timestamptz not null',
    writing_at: 'timestamptz',
  }).with('primary key (ticket_id, person_id)'),
  /** By day in UTC, without the person. */
  unanswered_search: table({
    day: as<string>('date not null'),
    ...{ language: 'text not null', text: 'text not null', kind: 'text not null', count: 'integer not null' },
  }).migrated(),
};

export type StoredTicket = Row<typeof supportTables.ticket>;
