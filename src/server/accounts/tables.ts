import type { ColumnType, Generated } from 'kysely';
import type { Json, MaybeMoment, MaybeNumber, MaybeText, Moment } from '#server/core/database/columns.ts';
import type { AlertThresholds } from '#shared/accounts/alerts.ts';
import type { ConductCause, ConductDecision } from '#shared/accounts/conduct.ts';
import type { AccountEvent } from '#shared/accounts/events.ts';
import type { HeldPosition } from '#shared/accounts/held-positions.ts';
import type { AccountEndReason } from '#shared/accounts/lifecycle.ts';
import type { RiskActionKind } from '#shared/accounts/risk-action.ts';
import type { TraderState } from '#shared/accounts/simulated-trader/trader-state.ts';
import type { AccountState } from '#shared/accounts/state.ts';
import type { DocumentMediaType } from '#shared/payouts/payees/documents.ts';

/** A trader's dispute of a breach, at most one per breach. */
export type AccountDisputeTable = {
  id: string;
  account_id: string;
  person_id: string;
  breach_at: Moment;
  /** Hash of the record shown in the breach report. */
  inputs_sha256: string;
  message: string;
  status: Generated<'open' | 'upheld' | 'rejected'>;
  created_at: Moment;
  decision_reason: MaybeText;
  decided_by: MaybeText;
  decided_at: MaybeMoment;
  /** What the account gets back when it is restored, in cents; null if it isn't. */
  credit_cents: MaybeNumber;
  restored_at: MaybeMoment;
};

/** Why an account may not trade for now. Trading resumes when the last suspension is removed. */
export type AccountSuspensionTable = {
  account_id: string;
  /** The cause: `subscription:<id>`, `dispute:<id>`, `conduct:<id>`, `payout:<id>`, `risk:<action>`. */
  source: string;
  reason: SuspensionReason;
  since: Moment;
  /** When it ends by itself; null if someone must lift it. */
  until: MaybeMoment;
};

/**
 * An account that must end, until the platform has closed it. Neither request references the account, because that
 * would lock it, and those who lock both lock an account before its subscription.
 */
export type AccountEndRequestTable = { account_id: string; reason: AccountEndReason; requested_at: Moment };

/** The reset that comes with a renewal, until the platform has made it. */
export type AccountResetRequestTable = { account_id: string; request_id: string; requested_at: Moment };

/** What was announced to the owner of an inactive account, and done. An active account has no row. */
export type AccountInactivityTable = {
  account_id: string;
  /** The last trade, or the event that counts in its place. */
  since: Moment;
  /** As announced. */
  pause_at: MaybeMoment;
  pause_notified_at: MaybeMoment;
  /** When the account's own market data was paused. */
  paused_at: MaybeMoment;
  /** When the owner resumed it. */
  resumed_at: MaybeMoment;
  /** As announced. */
  close_at: MaybeMoment;
  close_notified_at: MaybeMoment;
};

/** An action of the risk desk on an account. `applied_at` is null until a second person approves, if one must. */
export type RiskActionTable = {
  id: string;
  account_id: string;
  kind: RiskActionKind;
  /** As shown to the trader. */
  cause: string;
  until: MaybeMoment;
  /** `person:<id>` */
  requested_by: string;
  requested_at: Moment;
  decided_by: MaybeText;
  decided_at: MaybeMoment;
  declined: Generated<boolean>;
  applied_at: MaybeMoment;
  /** When the platform confirmed the permissions that enforce it. */
  acknowledged_at: MaybeMoment;
};

/** A request for documents from the risk desk to a trader; at most one is open. */
export type DocumentRequestTable = {
  id: string;
  account_id: string;
  /** As shown to the trader. */
  text: string;
  /** `person:<id>` */
  requested_by: string;
  requested_at: Moment;
  /** The first upload. */
  received_at: MaybeMoment;
  closed_by: MaybeText;
  closed_at: MaybeMoment;
};

export type RequestedDocumentTable = {
  id: string;
  request_id: string;
  media_type: DocumentMediaType;
  size_bytes: number;
  /** Encrypted; see `requestedDocumentContext`. */
  content: Uint8Array;
  uploaded_at: Moment;
  delete_at: Moment;
};

/** A note that only staff can read. */
export type AccountNoteTable = { id: string; account_id: string; author: string; text: string; written_at: Moment };

/** `liquidate-only` also comes from the risk desk, but leaves positions open for the trader to close. */
export type SuspensionReason = 'past-due' | 'dispute' | 'conduct' | 'risk' | 'liquidate-only' | 'payout-transfer';

/**
 * A suspension for conduct: its cause, evidence, the trader's response until the deadline, and the decision. At most
 * one is open per account.
 */
export type ConductCaseTable = {
  id: string;
  account_id: string;
  cause: ConductCause;
  evidence: string;
  /** The events cited as evidence, as they were when the case was opened. */
  events: ColumnType<readonly ConductEvent[], string, never>;
  /** `person:<id>` */
  opened_by: string;
  opened_at: Moment;
  answer_until: Moment;
  answer: MaybeText;
  answered_at: MaybeMoment;
  reminded_at: MaybeMoment;
  /** When staff were asked to decide, after the deadline. */
  decision_requested_at: MaybeMoment;
  status: ColumnType<'open' | ConductDecision, ConductDecision | undefined, ConductDecision>;
  decision_reason: MaybeText;
  decided_by: MaybeText;
  decided_at: MaybeMoment;
};

export type ConductEvent = { readonly sourceId: string; readonly event: AccountEvent };

/**
 * Events numbered by arrival. The engine applies them by `at`, then `source_id`, which is unique within the account, so
 * repeated deliveries are harmless.
 */
export type AccountEventTable = {
  account_id: string;
  sequence: number;
  source_id: string;
  type: string;
  at: Moment;
  event: Json<AccountEvent>;
};

/** When an account exceeded its contract limit, in minis. */
export type ContractLimitCrossingTable = {
  account_id: string;
  at: Moment;
  contracts: number;
  max_contracts: number;
};

/**
 * A difference between the platform's balance and ours, at most one open per account. `settled` by an operator's
 * adjustment with its reason; `cleared` by a later matching report.
 */
export type BalanceDifferenceTable = {
  id: string;
  account_id: string;
  at: Moment;
  platform_balance_cents: number;
  own_balance_cents: number;
  /** The platform's positions and ours, if they differ. */
  platform_positions: ColumnType<readonly HeldPosition[] | null, string | null | undefined, string | null>;
  own_positions: ColumnType<readonly HeldPosition[] | null, string | null | undefined, string | null>;
  status: ColumnType<BalanceDifferenceStatus, undefined, BalanceDifferenceStatus>;
  reason: MaybeText;
  opened_at: Moment;
  settled_at: MaybeMoment;
};

export type BalanceDifferenceStatus = 'open' | 'settled' | 'cleared';

/** Chart points, at most one per account and minute: the last of the minute. */
export type EquityPointTable = {
  account_id: string;
  at: Moment;
  equity_cents: number;
  floor_cents: number | null;
  high_water_mark_cents: number;
};

/** The state after all events before `at`; late events are replayed from it. */
export type AccountCheckpointTable = { account_id: string; at: Moment; event_count: number; state: Json<AccountState> };

/** What an account's owner is alerted to, and how. */
export type AlertSettings = AlertThresholds & {
  readonly mail: boolean;
  readonly push: boolean;
  /** Whether push messages include amounts. */
  readonly pushAmounts: boolean;
};

/** The simulated platform's own accounts; stands in for another company's database. */
export type SimulatedAccountTable = {
  account_id: string;
  number: Generated<number>;
  opened_at: Moment;
  /** Of the permissions below. */
  access_revision: Generated<number>;
  suspended: Generated<boolean>;
  /** When trading resumes automatically. */
  suspended_until: MaybeMoment;
  /** True while open positions still have to be closed. */
  flatten: Generated<boolean>;
  market_data: ColumnType<readonly string[], string | undefined, string>;
  halted_instruments: ColumnType<readonly string[], string | undefined, string>;
};

/** The progress of an account's simulated trader, which trades while someone watches. */
export type SimulatedTraderTable = {
  account_id: string;
  trader: Json<TraderState>;
  /** Number of events emitted so far, used for source ids. */
  issued: Generated<number>;
  /** Whether a trade is open; it is finished even if nobody watches. */
  trading: Generated<boolean>;
  /** Whether the account follows another in the copier; if so, it opens no trades of its own. */
  copied: Generated<boolean>;
  ticked_at: Moment;
  /** When the account's owner started it; it doesn't trade before. */
  started_at: MaybeMoment;
  watched_until: Moment;
};
