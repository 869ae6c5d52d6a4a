import type { ColumnType, Generated } from 'kysely';
import type { Json, MaybeMoment, MaybeNumber, Moment } from '#server/core/database/columns.ts';
import type { CopyMode, CopyPhase, DisarmReason, MissedEntry, UnmatchedOrder } from '#shared/copier/copy-link.ts';
import type { Sizing } from '#shared/copier/sizing.ts';

/** A person's leader account, and the end of their copy log. */
type CopyGroupTable = {
  id: string;
  person_id: string;
  leader_id: string;
  log_number: Generated<number>;
  log_hash: Generated<string>;
  created_at: Moment;
};

/** A follower account, its settings and its progress. */
type CopyLinkTable = {
  account_id: string;
  group_id: string;
  position: number;
  copy_mode: CopyMode;
  sizing: Json<Sizing>;
  daily_stop_cents: MaybeNumber;
  phase: CopyPhase;
  disarm_reason: DisarmReason | null;
  waiting: Generated<boolean>;
  missed: ColumnType<readonly MissedEntry[], string | undefined, string>;
  unmatched: ColumnType<readonly UnmatchedOrder[], string | undefined, string>;
  /** When its last order was filled. */
  copied_at: MaybeMoment;
};

/** Pending work of the copier: events of a leader, stored with them, or the end of a package or an account. */
type CopyQueueTable = {
  number: Generated<number>;
  leader_id: string;
  sequence: number;
  /** When the oldest of its fills happened. */
  filled_at: MaybeMoment;
  stored_at: Moment;
};

/** Append-only. `hash` covers the record and the previous hash; `signature` is our keyed hash of it. */
type CopyLogTable = {
  group_id: string;
  number: number;
  account_id: string;
  at: Moment;
  /** A `CopyRecord` as JSON, byte for byte as hashed. */
  record: string;
  hash: string;
  signature: string;
};

export type CopierTables = {
  copy_group: CopyGroupTable;
  copy_link: CopyLinkTable;
  copy_queue: CopyQueueTable;
  copy_log: CopyLogTable;
};
