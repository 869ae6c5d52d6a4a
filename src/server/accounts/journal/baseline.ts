import { sql } from 'kysely';

/** Tables of this area, in dependency order. */
export const journalTables = [
  sql`create table journal_entry (
    account_id text not null references trading_account on delete cascade,
    day text not null,
    person_id text not null references person,
    tags text[] not null default '{}',
    notes text not null default '',
    revision integer not null default 0,
    updated_at timestamptz not null,
    primary key (account_id, day)
  )`,
  sql`create index journal_entry_person on journal_entry (person_id)`,

  sql`create table journal_picture (
    id text primary key,
    account_id text not null,
    day text not null,
    size_bytes integer not null,
    content bytea not null,
    uploaded_at timestamptz not null,
    foreign key (account_id, day) references journal_entry on delete cascade
  )`,
  sql`create index journal_picture_day on journal_picture (account_id, day)`,
];
