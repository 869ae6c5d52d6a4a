import type { ColumnType, Generated, Selectable } from 'kysely';
import type { MaybeMoment, MaybeNumber, MaybeText, Moment } from '#server/core/database/columns.ts';
import type { TradingDay } from '#shared/exchange/trading-day.ts';
import type { PayoutMethod } from '#shared/payouts/payees/destination.ts';
import type { PayoutQuote } from '#shared/payouts/quote.ts';
import type { PayoutSource, PayoutStatus } from '#shared/payouts/stages.ts';

/**
 * A payout of a funded account or of an affiliate's commissions. Its money is in the ledger, its times are in
 * `payout_stage`.
 */
type PayoutTable = {
  id: string;
  /** Shown to people: `P2026-000042`. */
  number: string;
  source: ColumnType<PayoutSource, PayoutSource | undefined, never>;
  /** Null for commissions, like the cap, the full share and the quote. */
  account_id: MaybeText;
  /** The payout whose money came back and that this one sends again; the amounts are the same. */
  origin_id: MaybeText;
  /** When its money came back to a payee whose account could no longer hold it; null while it isn't owed so. */
  owed_at: MaybeMoment;
  person_id: string;
  destination_id: string;
  method: PayoutMethod;
  /** What leaves the account: the trader's share plus the firm's. */
  amount_cents: number;
  /** Before the fee. */
  trader_cents: number;
  firm_cents: number;
  fee_cents: number;
  /** How much of the first tier it used, which belongs to the trader alone. */
  full_share_cents: MaybeNumber;
  cap_cents: MaybeNumber;
  /** The payout's position among those of the account, from 1. */
  cap_number: MaybeNumber;
  /** The newest trading day it includes; later ones count for the next. */
  closed_through: ColumnType<TradingDay | null, TradingDay | null | undefined, never>;
  /** Every check and figure at the time of the request. */
  quote: ColumnType<PayoutQuote | null, string | null | undefined, string | null>;
  status: ColumnType<PayoutStatus, PayoutStatus | undefined, PayoutStatus>;
  /** Reason of a rejection or a return, one of the defined reasons. */
  reason: MaybeText;
  reason_note: MaybeText;
  /** The bank's or the network's reference of the payment. */
  reference: MaybeText;
  idempotency_key: string;
  request_hash: string;
  requested_at: Moment;
  /** Deadline for approving or rejecting it. */
  decision_due_at: Moment;
  /** Deadline of the current stage; null once nothing is due. */
  due_at: MaybeMoment;
  /** When staff were alerted that the current stage's deadline had passed. */
  overdue_alert_sent_at: MaybeMoment;
  /** How often it went back from sent to approved because the bank never made the payment. */
  recalls: Generated<number>;
  /** Part of the demo; never counted with real payouts. */
  is_sample: Generated<boolean>;
};

export type StoredPayout = Selectable<PayoutTable>;

/** A payout of a funded account. */
export type StoredAccountPayout = StoredPayout & {
  readonly source: 'account';
  readonly account_id: string;
  readonly full_share_cents: number;
  readonly cap_cents: number;
  readonly cap_number: number;
  readonly closed_through: TradingDay;
  readonly quote: PayoutQuote;
};

export function isAccountPayout(payout: StoredPayout): payout is StoredAccountPayout {
  return payout.source === 'account';
}

/** When a payout reached a status, and the deadline of that stage. */
type PayoutStageTable = {
  payout_id: string;
  status: PayoutStatus;
  at: Moment;
  due_at: MaybeMoment;
  actor: string;
  /** When the public statistics counted it. */
  counted_at: MaybeMoment;
};

type PayoutApprovalTable = { payout_id: string; approver_id: string; fingerprint: string; at: Moment };

/** A transfer of money between account and firm at the platform; `id` is the platform's request id. */
type PayoutTransferTable = {
  id: string;
  number: Generated<number>;
  payout_id: string;
  account_id: string;
  /** Negative leaves the account. */
  amount_cents: number;
  requested_at: Moment;
  /** When the request was first sent to the platform; from then on it can't be voided. */
  attempted_at: MaybeMoment;
  transferred_at: MaybeMoment;
  voided_at: MaybeMoment;
  overdue_alert_sent_at: MaybeMoment;
};

/** A token from a mailed code that opens only one person's payouts. */
type PayoutAccessTable = {
  id: string;
  person_id: string;
  token_hash: string;
  created_at: Moment;
  expires_at: Moment;
  ended_at: MaybeMoment;
};

export type PayoutsTables = {
  payout: PayoutTable;
  payout_stage: PayoutStageTable;
  payout_approval: PayoutApprovalTable;
  payout_transfer: PayoutTransferTable;
  payout_access: PayoutAccessTable;
};
