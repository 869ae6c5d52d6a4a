import { sql } from 'kysely';
import { isOneOf } from '#server/core/database/one-of.ts';
import { liveStatuses, openStatuses, payoutSources } from '#shared/payouts/stages.ts';

/** Tables of this area, in dependency order. */
export const payoutsTables = [
  sql`create table payout (
    id text primary key,
    number text not null unique,
    source text not null default 'account' check (${isOneOf('source', payoutSources)}),
    -- What the money leaves; null for commissions.
    account_id text references trading_account,
    -- The payout whose money came back and that this one sends again.
    origin_id text references payout,
    -- When its money came back to a payee whose account could no longer hold it.
    owed_at timestamptz,
    person_id text not null references person,
    destination_id text not null references payout_destination,
    method text not null,
    amount_cents bigint not null check (amount_cents > 0),
    trader_cents bigint not null check (trader_cents >= 0),
    firm_cents bigint not null check (firm_cents >= 0),
    fee_cents bigint not null check (fee_cents >= 0),
    full_share_cents bigint,
    cap_cents bigint,
    cap_number integer,
    closed_through text,
    quote jsonb,
    status text not null default 'requested',
    reason text,
    reason_note text,
    reference text,
    idempotency_key text not null,
    request_hash text not null,
    requested_at timestamptz not null,
    decision_due_at timestamptz not null,
    due_at timestamptz,
    overdue_alert_sent_at timestamptz,
    -- How often it went back from sent to approved, because the bank never made the payment.
    recalls integer not null default 0,
    is_sample boolean not null default false,
    unique (person_id, idempotency_key),
    check (trader_cents + firm_cents = amount_cents),
    check (fee_cents < trader_cents),
    check ((source = 'account') = (num_nulls(account_id, full_share_cents, cap_cents, cap_number, closed_through, quote) = 0)),
    check (source = 'account' or (account_id is null and firm_cents = 0)),
    check ((status in ('rejected', 'returned')) = (reason is not null)),
    check (owed_at is null or (origin_id is null and status in ('returned', 'rejected', 'canceled')))
  )`,
  sql`create unique index payout_open on payout (account_id)
    where origin_id is null and ${isOneOf('status', openStatuses)}`,
  // Money that came back is sent again once.
  sql`create unique index payout_origin on payout (origin_id)
    where ${isOneOf('status', liveStatuses)}`,
  sql`create index payout_owed on payout (person_id) where owed_at is not null`,
  sql`create unique index payout_open_affiliate on payout (person_id)
    where source = 'affiliate' and ${isOneOf('status', openStatuses)}`,
  sql`create index payout_account on payout (account_id, requested_at desc)`,
  sql`create index payout_person on payout (person_id, requested_at desc)`,
  sql`create index payout_requested on payout (requested_at, id)`,
  sql`create index payout_amount on payout (to_timestamp(amount_cents), id)`,
  sql`create index payout_queue on payout (status, requested_at)`,
  // The back office's queue; see `payoutDueAt` there.
  sql`create index payout_due_first on payout ((coalesce(due_at,
    (timestamp '4000-01-01' - ((requested_at at time zone 'UTC') - timestamp '2000-01-01')) at time zone 'UTC')), id)`,
  sql`create index payout_due on payout (due_at) where due_at is not null and overdue_alert_sent_at is null`,

  sql`create table payout_stage (
    payout_id text not null references payout,
    status text not null,
    at timestamptz not null,
    due_at timestamptz,
    actor text not null,
    counted_at timestamptz,
    primary key (payout_id, status)
  )`,
  sql`create index payout_stage_at on payout_stage (at)`,
  sql`create index payout_stage_uncounted on payout_stage (at)
    where counted_at is null and status in ('approved', 'rejected', 'paid', 'returned')`,

  sql`create table payout_approval (
    payout_id text not null references payout,
    approver_id text not null references person,
    -- What was approved: amount and destination. An approval of anything else does not count.
    fingerprint text not null,
    at timestamptz not null,
    primary key (payout_id, approver_id)
  )`,

  sql`create table payout_transfer (
    id text primary key,
    number bigint generated always as identity,
    payout_id text not null references payout,
    account_id text not null references trading_account,
    amount_cents bigint not null check (amount_cents <> 0),
    requested_at timestamptz not null,
    attempted_at timestamptz,
    transferred_at timestamptz,
    voided_at timestamptz,
    overdue_alert_sent_at timestamptz,
    check (voided_at is null or attempted_at is null)
  )`,
  sql`create index payout_transfer_payout on payout_transfer (payout_id, number)`,
  sql`create index payout_transfer_open on payout_transfer (account_id, number) where transferred_at is null and voided_at is null`,

  sql`create table payout_access (
    id text primary key,
    person_id text not null references person on delete cascade,
    token_hash text not null unique,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    ended_at timestamptz
  )`,
  sql`create index payout_access_person on payout_access (person_id)`,
  sql`create index payout_access_expiry on payout_access (expires_at)`,
];
