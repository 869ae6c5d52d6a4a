import type { Generated } from 'kysely';
import type { Moment } from '#server/core/database/columns.ts';

/** What a trader wrote about one trading day of one account. */
type JournalEntryTable = {
  account_id: string;
  /** YYYY-MM-DD. */
  day: string;
  person_id: string;
  tags: Generated<string[]>;
  notes: Generated<string>;
  /** Counts saved versions; 0 while there are only pictures. */
  revision: Generated<number>;
  updated_at: Moment;
};

type JournalPictureTable = {
  id: string;
  account_id: string;
  day: string;
  size_bytes: number;
  /** WebP, encrypted; see `journalPictureContext`. */
  content: Uint8Array;
  uploaded_at: Moment;
};

export type JournalTables = {
  journal_entry: JournalEntryTable;
  journal_picture: JournalPictureTable;
};
