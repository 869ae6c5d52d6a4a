import { sql } from 'kysely';

/** Tables of this area, in dependency order. */
export const coreTables = [
  sql`create table installation_key (
    id text primary key,
    value text not null
  )`,

  // One row takes all uses of a key, so each must end without waiting for the disk; after a crash, counts start at
  // zero.
  sql`create unlogged table rate_limit (
    key character varying(255) primary key,
    points integer not null default 0,
    expire bigint
  )`,

  sql`create table number_series (
    series text primary key,
    last bigint not null
  )`,
];
