import { table } from '#server/core/database/table.ts';

export const journalTables = {
  /** What a trader wrote about one trading day of one account. */
  journal_entry: table({
    account_id: 'text not null references trading_account on delete cascade',
    /** YYYY-MM-DD. */
    day: 'text not null',
    person_id: 'text not null references person',
    tags: "text[] not null default '{}'",
    notes: "text not null default ''",
    /** Counts saved versions; 0 while there are only pictures. */
    revision: 'integer not null default 0',
    updated_at: 'timestamptz not null',
  }).with('primary key (account_id, day)', 'create index journal_entry_person on journal_entry (person_id)'),
  journal_picture: table({
    id: 'text primary key',
    account_id: 'text not null',
    day: 'text not null',
    size_bytes: 'integer not null',
    /** WebP, encrypted; see `journalPictureContext`. */
    content: 'bytea not null',
    uploaded_at: 'timestamptz not null',
  }).with(
    'foreign key (account_id, day) references journal_entry on delete cascade',
    'create index journal_picture_day on journal_picture (account_id, day)',
  ),
};
