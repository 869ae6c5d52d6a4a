import { as, table } from '#server/core/database/table.ts';
import type { StaffRole } from '#shared/core/access.ts';

export const staffTables = {
  /** A change that another administrator must confirm. */
  staff_request: table({
    id: 'text primary key',
    person_id: 'text not null references person on delete cascade',
    change: as<'appoint' | 'remove' | 'suspend' | 'restore' | 'address'>(
      "text not null check (change in ('appoint', 'remove', 'suspend', 'restore', 'address'))",
    ),
    /** Of `appoint` and `remove`. */
    role: as<StaffRole>('text'),
    /** Of `address`: the new one. */
    address: 'text',
    requested_by: 'text not null references person',
    requested_at: 'timestamptz not null',
    decided_by: 'text references person',
    decided_at: 'timestamptz',
    is_declined: 'boolean not null default false',
  }).with(
    "check ((role is not null) = (change in ('appoint', 'remove')))",
    "check ((address is not null) = (change = 'address'))",
    'check (decided_by not in (requested_by, person_id))',
    'check ((decided_at is null) = (decided_by is null))',
    'create unique index staff_request_open on staff_request (person_id) where decided_at is null',
    'create index staff_request_time on staff_request (requested_at, id)',
  ),
};
