import { table } from '#server/core/database/table.ts';

/** In dependency order. */
export const coreTables = {
  captcha_use: table({
    challenge_hash: 'text primary key',
    expires_at: 'timestamptz not null',
  }).with('create index captcha_use_expiry on captcha_use (expires_at)'),
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
