import { table } from '#server/core/database/table.ts';

export const coreTables = {
  /** The root key if APP_SECRET is unset and several servers share the database. */
  installation_key: table({
    id: 'text primary key',
    value: 'text not null',
  }).with(
    // One row takes all uses of a key, so each must end without waiting for the disk; after a crash, counts start at
    // zero.
    'create unlogged table rate_limit ( key character varying(255) primary key, points integer not null default 0, expire bigint )',
  ),
  /** The last number of each series, allocated in the document's transaction so that none is skipped or repeated. */
  number_series: table({
    series: 'text primary key',
    last: 'bigint not null',
  }),
};
