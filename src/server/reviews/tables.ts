import type { ColumnType, Generated } from 'kysely';
import type { MaybeMoment, MaybeText, Moment } from '#server/core/database/columns.ts';
import type { ReviewReport } from '#shared/reviews/contract.ts';

/** A performance review; its id is the id of its order. */
type PerformanceReviewTable = {
  id: string;
  order_id: string;
  account_id: string;
  person_id: string;
  /** Only events up to this time count. */
  requested_at: Moment;
  delivered_at: MaybeMoment;
  /** When the order was refunded: its owner no longer sees the report. */
  revoked_at: MaybeMoment;
  /** Null until delivered. */
  report: ColumnType<ReviewReport | null, string | undefined, string>;
  /** Hash of the record: the rules and every event until `requested_at`. The report's seed comes from it. */
  inputs_sha256: MaybeText;
  input_count: ColumnType<number | null, number | undefined, number>;
  /** The reviewer's comment; empty if there is none. */
  comment: Generated<string>;
  /** Counts the changes of the comment. */
  comment_version: Generated<number>;
  commented_at: MaybeMoment;
  /** The reviewer who has taken it; null for nobody. */
  reviewer_id: MaybeText;
  claimed_at: MaybeMoment;
  /** When a reviewer commented on it or decided that no comment is needed; it then leaves the queue. */
  closed_at: MaybeMoment;
  is_sample: Generated<boolean>;
};

export type ReviewsTables = {
  performance_review: PerformanceReviewTable;
};
