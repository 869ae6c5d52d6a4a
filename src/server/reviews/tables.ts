import { as, table } from '#server/core/database/table.ts';
import type { ReviewReport } from '#shared/reviews/shape.ts';

export const reviewsTables = {
  /** A performance review; its id is the id of its order. */
  performance_review: table({
    id: 'text primary key',
    order_id: 'text not null unique references orders',
    account_id: 'text not null references trading_account',
    person_id: 'text not null references person',
    /** Only events up to this time count. */
    requested_at: 'timestamptz not null',
    delivered_at: 'timestamptz',
    /** When the order was refunded: its owner no longer sees the report. */
    revoked_at: 'timestamptz',
    /** Null until delivered. */
    report: as<ReviewReport>('jsonb'),
    /** Hash of the record: the rules and every event until `requested_at`. The report's seed comes from it. */
    inputs_sha256: 'text',
    input_count: 'integer',
    /** The reviewer's comment; empty if there is none. */
    comment: "text not null default ''",
    /** Counts the changes of the comment. */
    comment_version: 'integer not null default 0',
    commented_at: 'timestamptz',
    /** The reviewer who has taken it; null for nobody. */
    reviewer_id: 'text references person',
    claimed_at: 'timestamptz',
    /** When a reviewer commented on it or decided that no comment is needed; it then leaves the queue. */
    closed_at: 'timestamptz',
    is_sample: 'boolean not null default false',
  }).with(
    'create index performance_review_requested on performance_review (requested_at, id)',
    'create index performance_review_queued on performance_review (requested_at, id) where delivered_at is not null and revoked_at is null and closed_at is null',
    'create index performance_review_reviewer on performance_review (reviewer_id) where reviewer_id is not null',
    'create index performance_review_account on performance_review (account_id, requested_at desc)',
  ),
};
