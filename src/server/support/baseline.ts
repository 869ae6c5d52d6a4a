import { sql } from 'kysely';
import { isOneOf } from '#server/core/database/one-of.ts';
import { featureProgresses } from '#shared/support/contract-features.ts';
import { messageKinds, repliedStatuses, ticketStatuses } from '#shared/support/ticket.ts';

/** Tables of this area, in dependency order. */
export const supportTables = [
  sql`create table feature_request (
    id text primary key,
    fingerprint text not null unique,
    name text not null,
    email text not null,
    title text not null,
    message text not null,
    locale text not null,
    status text not null default 'waiting',
    progress text not null default 'considered' check (${isOneOf('progress', featureProgresses)}),
    progress_reason text,
    created_at timestamptz not null,
    decided_at timestamptz
  )`,
  sql`create index feature_request_public on feature_request (created_at desc) where status = 'approved'`,

  sql`create table feature_vote (
    request_id text not null references feature_request on delete cascade,
    voter text not null,
    network text not null,
    created_at timestamptz not null,
    primary key (request_id, voter)
  )`,

  sql`create table ticket (
    id text primary key,
    number text not null unique,
    -- Equal while open: the same words from the same address are one ticket.
    fingerprint text unique,
    person_id text references person,
    name text not null,
    email text not null,
    locale text not null,
    topic text not null,
    subject text not null,
    order_id text references orders,
    account_id text references trading_account,
    payout_id text references payout,
    feature_request_id text references feature_request,
    status text not null check (${isOneOf('status', ticketStatuses)}),
    assignee_id text references person,
    merged_into text references ticket on delete cascade,
    -- Counts changes, so that two agents notice each other.
    version integer not null default 1,
    opened_at timestamptz not null,
    first_replied_at timestamptz,
    reply_due_at timestamptz,
    resolution_due_at timestamptz,
    -- Bank days left to resolve it while it waits for the requester.
    resolution_days_left integer,
    closed_at timestamptz,
    changed_at timestamptz not null,
    -- The deadlines that staff were alerted about.
    reply_overdue_alert_for timestamptz,
    resolution_overdue_alert_for timestamptz,
    is_sample boolean not null default false,
    check ((status = 'closed') = (closed_at is not null)),
    check ((status = 'open') = (reply_due_at is not null)),
    check (status = 'waiting' or resolution_days_left is null),
    check (merged_into is null or status = 'closed')
  )`,
  sql`create index ticket_person on ticket (person_id, changed_at desc)`,
  sql`create index ticket_email on ticket (lower(email))`,
  sql`create index ticket_opened on ticket (opened_at, id)`,
  sql`create index ticket_reply_due on ticket (reply_due_at) where reply_due_at is not null`,
  sql`create index ticket_resolution_due on ticket (resolution_due_at) where resolution_due_at is not null`,
  sql`create index ticket_quiet on ticket (changed_at) where ${isOneOf('status', repliedStatuses)}`,
  sql`create index ticket_closed on ticket (closed_at) where closed_at is not null`,
  sql`create index ticket_merged on ticket (merged_into) where merged_into is not null`,

  sql`create table ticket_message (
    id text primary key,
    number bigint generated always as identity,
    ticket_id text not null references ticket on delete cascade,
    -- A note is for staff only.
    kind text not null check (${isOneOf('kind', messageKinds)}),
    actor text not null,
    text text not null,
    idempotency_key text not null,
    created_at timestamptz not null,
    unique (ticket_id, idempotency_key)
  )`,
  sql`create index ticket_message_ticket on ticket_message (ticket_id, number)`,

  sql`create table ticket_attachment (
    id text primary key,
    -- Null until it is sent with a message.
    message_id text references ticket_message on delete cascade,
    -- Who may send it: \`person:<id>\` or \`ticket:<id>\` for a guest.
    uploader text not null,
    name text not null,
    media_type text not null check (media_type in ('image/webp', 'application/pdf')),
    size_bytes integer not null,
    content bytea not null,
    uploaded_at timestamptz not null
  )`,
  sql`create index ticket_attachment_message on ticket_attachment (message_id)`,
  sql`create index ticket_attachment_unsent on ticket_attachment (uploaded_at) where message_id is null`,

  sql`create table ticket_presence (
    ticket_id text not null references ticket on delete cascade,
    person_id text not null references person on delete cascade,
    seen_at timestamptz not null,
    writing_at timestamptz,
    primary key (ticket_id, person_id)
  )`,
];
