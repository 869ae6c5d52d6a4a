import type { ColumnType, Generated } from 'kysely';
import type { WrittenText } from '#i18n/localized.ts';
import type { Json, MaybeMoment, MaybeText, Moment } from '#server/core/database/columns.ts';
import type { ConductCause, ConductDecision } from '#shared/accounts/conduct.ts';
import type { AccountEvent } from '#shared/accounts/events.ts';
import type { HaltScope } from '#shared/accounts/halt.ts';
import type { RiskActionKind } from '#shared/accounts/risk-action.ts';
import type { DocumentMediaType } from '#shared/core/document.ts';
import type { TradingDay } from '#shared/exchange/trading-day.ts';
import type { AccountFill, FindingKind, FindingStatus } from '#shared/risk/findings.ts';

/** Accounts with fills that detection hasn't examined yet. A row is removed only at the revision that was examined. */
type DetectionQueueTable = {
  account_id: string;
  /** The time of the earliest such fill. */
  since: Moment;
  revision: Generated<number>;
};

/** The fills of the last trading days across all accounts, for finding simultaneous trades. */
type DetectionFillTable = {
  account_id: string;
  source_id: string;
  person_id: string;
  day: string;
  /** The full-size contract. */
  market: string;
  instrument: string;
  side: string;
  quantity: number;
  at: Moment;
};

/** A trading day on which accounts of two people took opposite sides of the same trades. */
type MirroredDayTable = {
  account_id: string;
  other_account_id: string;
  day: TradingDay;
  matched: number;
  fills: number;
  evidence: Json<readonly AccountFill[]>;
};

/** A finding of the detection, once per day, kind and accounts; it grows until someone decides. */
type FindingTable = {
  id: string;
  key: string;
  kind: FindingKind;
  day: string;
  account_id: string;
  other_account_id: MaybeText;
  facts: Json<Readonly<Record<string, string | number>>>;
  evidence: Json<readonly AccountFill[]>;
  status: ColumnType<FindingStatus, FindingStatus | undefined, FindingStatus>;
  found_at: Moment;
  case_id: MaybeText;
  decided_by: MaybeText;
  decided_at: MaybeMoment;
  decision_reason: MaybeText;
};

/** A trading halt for many accounts. It starts and ends only with the approval of two people. */
type TradingHaltTable = {
  id: string;
  scope: HaltScope;
  value: MaybeText;
  /** As shown to traders. */
  text: Json<WrittenText>;
  requested_by: string;
  requested_at: Moment;
  decided_by: MaybeText;
  decided_at: MaybeMoment;
  declined: Generated<boolean>;
  started_at: MaybeMoment;
  lift_requested_by: MaybeText;
  lift_requested_at: MaybeMoment;
  lifted_by: MaybeText;
  ended_at: MaybeMoment;
  announcement_id: MaybeText;
};

/** An action of the risk desk on an account. `applied_at` is null until a second person approves, if one must. */
type RiskActionTable = {
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
type DocumentRequestTable = {
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

type RequestedDocumentTable = {
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
type AccountNoteTable = { id: string; account_id: string; author: string; text: string; written_at: Moment };

export type ConductEvent = { readonly sourceId: string; readonly event: AccountEvent };

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

export type RiskTables = {
  trading_halt: TradingHaltTable;
  detection_queue: DetectionQueueTable;
  detection_fill: DetectionFillTable;
  mirrored_day: MirroredDayTable;
  finding: FindingTable;
  account_note: AccountNoteTable;
  conduct_case: ConductCaseTable;
  risk_action: RiskActionTable;
  document_request: DocumentRequestTable;
  requested_document: RequestedDocumentTable;
};
