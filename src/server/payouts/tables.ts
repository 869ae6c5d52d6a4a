import { isOneOf } from '#server/core/database/one-of.ts';
import { as, oneOf, type Row, table } from '#server/core/database/table.ts';
import type { TradingDay } from '#shared/exchange/trading-day.ts';
import type { PayoutMethod } from '#shared/payouts/payees/destination.ts';
import type { PayoutQuote } from '#shared/payouts/quote-shape.ts';
import { liveStatuses, openStatuses, type PayoutStatus, payoutSources } from '#shared/payouts/stages.ts';

export type StoredAccountPayout = StoredPayout & {
  readonly source: 'account';
  readonly account_id: string;
  readonly full_share_cents: number;
  readonly cap_cents: number;
  readonly cap_number: number;
  readonly closed_through: TradingDay;
  readonly quote: PayoutQuote;
};

export const payoutsTables = {
  /**
   * A payout of a funded account or of an affiliate's commissions. Its money is in the ledger, its times are in
   * `payout_stage`.
   */
  payout: table({
    id: 'text primary key',
    /** Shown to people: `P2026-000042`. */
    number: 'text not null unique',
    source: oneOf(payoutSources, "text not null default 'account'"),
    /** Null for commissions, like the cap, the full share and the quote. */
    account_id: 'text references trading_account',
    /** The payout whose money came back and that this one sends again; the amounts are the same. */
    origin_id: 'text references payout',
    /** When its money came back to a payee whose account could no longer hold it; null while it isn't owed so. */
    owed_at: 'timestamptz',
    person_id: 'text not null references person',
    destination_id: 'text not null references payout_destination',
    method: as<PayoutMethod>('text not null'),
    /** What leaves the account: the trader's share plus the firm's. */
    amount_cents: 'bigint not null check (amount_cents > 0)',
    /** Before the fee. */
    trader_cents: 'bigint not null check (trader_cents >= 0)',
    firm_cents: 'bigint not null check (firm_cents >= 0)',
    fee_cents: 'bigint not null check (fee_cents >= 0)',
    /** How much of the first tier it used, which belongs to the trader alone. */
    full_share_cents: 'bigint',
    cap_cents: 'bigint',
    /** The payout's position among those of the account, from 1. */
    cap_number: 'integer',
    /** The newest trading day it includes; later ones count for the next. */
    closed_through: as<TradingDay>('text'),
    /** Every check and figure at the time of the request. */
    quote: as<PayoutQuote>('jsonb'),
    status: as<PayoutStatus>("text not null default 'requested'"),
    /** Reason of a rejection or a return, one of the defined reasons. */
    reason: 'text',
    reason_note: 'text',
    /** The bank's or the network's reference of the payment. */
    reference: 'text',
    idempotency_key: 'text not null',
    request_hash: 'text not null',
    requested_at: 'timestamptz not null',
    decision_due_at: 'timestamptz not null',
    /** Deadline of the current stage; null once nothing is due. */
    due_at: 'timestamptz',
    /** When staff were alerted that the current stage's deadline had passed. */
    overdue_alert_sent_at: 'timestamptz',
    /** How often it went back from sent to approved because the bank never made the payment. */
    recalls: 'integer not null default 0',
    /** Part of the demo; never counted with real payouts. */
    is_sample: 'boolean not null default false',
  })
    .with(
      'unique (person_id, idempotency_key)',
      'check (trader_cents + firm_cents = amount_cents)',
      'check (fee_cents < trader_cents)',
      "check ((source = 'account') = (num_nulls(account_id, full_share_cents, cap_cents, cap_number, closed_through, quote) = 0))",
      "check (source = 'account' or (account_id is null and firm_cents = 0))",
      "check ((status in ('rejected', 'returned')) = (reason is not null))",
      "check (owed_at is null or (origin_id is null and status in ('returned', 'rejected', 'canceled')))",
      `create unique index payout_open on payout (account_id) where origin_id is null and ${isOneOf('status', openStatuses)}`,

      // Money that came back is sent again once.
      `create unique index payout_origin on payout (origin_id) where ${isOneOf('status', liveStatuses)}`,
      'create index payout_owed on payout (person_id) where owed_at is not null',
      `create unique index payout_open_affiliate on payout (person_id) where source = 'affiliate' and ${isOneOf('status', openStatuses)}`,
      'create index payout_account on payout (account_id, requested_at desc)',
      'create index payout_person on payout (person_id, requested_at desc)',
      'create index payout_requested on payout (requested_at, id)',
      'create index payout_amount on payout (to_timestamp(amount_cents), id)',
      'create index payout_queue on payout (status, requested_at)',

      // The back office's queue; see `payoutDueAt` there.
      "create index payout_due_first on payout ((coalesce(due_at, (timestamp '4000-01-01' - ((requested_at at time zone 'UTC') - timestamp '2000-01-01')) at time zone 'UTC')), id)",
      'create index payout_due on payout (due_at) where due_at is not null and overdue_alert_sent_at is null',
    )
    .later({
      /** The newest day of the payouts before it when it was requested: it counts the days after. Null if it is the first. */
      counted_after: as<TradingDay>('text'),
      /** When the rule approved it, and what: like `payout_approval`. */
      ruled_at: 'timestamptz',
      ruled_fingerprint: 'text',
      /** When we promised to have sent it; null without a promise, or once a check that turned red ended it. */
      promised_by: 'timestamptz',
      /** What we added because we missed it; part of `trader_cents`. */
      credit_cents: 'bigint not null default 0',
      /** Whether the instant rail was asked to pay it, or never made the payment. */
      rail_status: oneOf(['asked', 'refused'], 'text'),
    }),
  /** When a payout reached a status, and the deadline of that stage. */
  payout_stage: table({
    payout_id: 'text not null references payout',
    status: as<PayoutStatus>('text not null'),
    at: 'timestamptz not null',
    due_at: 'timestamptz',
    actor: 'text not null',
    /** When the public statistics counted it. */
    counted_at: 'timestamptz',
  }).with(
    'primary key (payout_id, status)',
    'create index payout_stage_at on payout_stage (at)',
    "create index payout_stage_uncounted on payout_stage (at) where counted_at is null and status in ('approved', 'rejected', 'paid', 'returned')",
  ),
  payout_approval: table({
    payout_id: 'text not null references payout',
    approver_id: 'text not null references person',
    /** What was approved: amount and destination. An approval of anything else does not count. */
    fingerprint: 'text not null',
    at: 'timestamptz not null',
  }).with('primary key (payout_id, approver_id)'),
  /** A transfer of money between account and firm at the platform; `id` is the platform's request id. */
  payout_transfer: table({
    id: 'text primary key',
    number: 'bigint generated always as identity',
    payout_id: 'text not null references payout',
    account_id: 'text not null references trading_account',
    /** Negative leaves the account. */
    amount_cents: 'bigint not null check (amount_cents <> 0)',
    requested_at: 'timestamptz not null',
    /** When the request was first sent to the platform; from then on it can't be voided. */
    attempted_at: 'timestamptz',
    transferred_at: 'timestamptz',
    voided_at: 'timestamptz',
    overdue_alert_sent_at: 'timestamptz',
  }).with(
    'check (voided_at is null or attempted_at is null)',
    'create index payout_transfer_payout on payout_transfer (payout_id, number)',
    'create index payout_transfer_open on payout_transfer (account_id, number) where transferred_at is null and voided_at is null',
  ),
  /** A token from a mailed code that opens only one person's payouts. */
  payout_access: table({
    id: 'text primary key',
    person_id: 'text not null references person on delete cascade',
    token_hash: 'text not null unique',
    created_at: 'timestamptz not null',
    expires_at: 'timestamptz not null',
    ended_at: 'timestamptz',
  }).with(
    'create index payout_access_person on payout_access (person_id)',
    'create index payout_access_expiry on payout_access (expires_at)',
  ),
};

export type StoredPayout = Row<typeof payoutsTables.payout>;

export function isAccountPayout(payout: StoredPayout): payout is StoredAccountPayout {
  return payout.source === 'account';
}
