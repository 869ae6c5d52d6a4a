import type { ColumnType } from 'kysely';
import type { Json, MaybeMoment, Moment } from '#server/core/database/columns.ts';
import type { Role } from '#shared/core/access.ts';
import type { ListFilter } from '#shared/office/define-list.ts';

/** An action on many records, keyed by the person who ran it and their idempotency key. */
type BulkRunTable = {
  person_id: string;
  key: string;
  action: string;
  /** Hash of the action and its input, so that a key can't be reused for something else. */
  input_sha256: string;
  started_at: Moment;
  finished_at: MaybeMoment;
  outcome: ColumnType<object | null, string | null | undefined, string>;
};

/** A named filter of a list. */
type SavedViewTable = {
  id: string;
  person_id: string;
  list: string;
  name: string;
  role: ColumnType<Role | null, Role | null | undefined, Role | null>;
  query: Json<ListFilter>;
  created_at: Moment;
};

export type OfficeTables = {
  bulk_run: BulkRunTable;
  saved_view: SavedViewTable;
};
