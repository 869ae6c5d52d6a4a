import { sql } from 'kysely';

/** Tables of this area, in dependency order. */
export const staffTables = [
  sql`create table staff_request (
    id text primary key,
    person_id text not null references person on delete cascade,
    change text not null check (change in ('appoint', 'remove', 'suspend', 'restore', 'address')),
    role text check ((role is not null) = (change in ('appoint', 'remove'))),
    address text check ((address is not null) = (change = 'address')),
    requested_by text not null references person,
    requested_at timestamptz not null,
    decided_by text references person check (decided_by not in (requested_by, person_id)),
    decided_at timestamptz check ((decided_at is null) = (decided_by is null)),
    is_declined boolean not null default false
  )`,
  sql`create unique index staff_request_open on staff_request (person_id) where decided_at is null`,
  sql`create index staff_request_time on staff_request (requested_at, id)`,
];
