import { as, table } from '#server/core/database/table.ts';
import type { Role } from '#shared/core/access.ts';
import type { ListFilter } from '#shared/office/define-list.ts';

export const officeTables = {
  /** An action on many records, keyed by the person who ran it and their idempotency key. */
  bulk_run: table({
    person_id: 'text not null references person on delete cascade',
    key: 'text not null',
    action: 'text not null',
    /** Hash of the action and its input, so that a key can't be reused for something else. */
    input_sha256: 'text not null',
    started_at: 'timestamptz not null',
    finished_at: 'timestamptz',
    outcome: as<object>('jsonb'),
  }).with(
    'primary key (person_id, key)',
    'check ((finished_at is null) = (outcome is null))',
    'create index bulk_run_started on bulk_run (started_at)',
  ),
  /** A named filter of a list. */
  saved_view: table({
    id: 'text primary key',
    person_id: 'text not null references person on delete cascade',
    list: 'text not null',
    name: 'text not null',
    /** The role it is shared with; null for the person's own. */
    role: as<Role>('text'),
    query: as<ListFilter>('jsonb not null'),
    created_at: 'timestamptz not null',
  }).with(
    'create index saved_view_person on saved_view (person_id, list)',
    'create index saved_view_role on saved_view (role, list) where role is not null',
  ),
};
