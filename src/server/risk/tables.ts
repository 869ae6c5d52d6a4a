import type { ColumnType, Generated } from 'kysely';
import type { WrittenText } from '#i18n/localized.ts';
import type { Json, MaybeMoment, MaybeText, Moment } from '#server/core/database/columns.ts';
import type { HaltScope } from '#shared/accounts/halt.ts';
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
export type TradingHaltTable = {
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

export type DetectionTables = {
  trading_halt: TradingHaltTable;
  detection_queue: DetectionQueueTable;
  detection_fill: DetectionFillTable;
  mirrored_day: MirroredDayTable;
  finding: FindingTable;
};
