import { table } from '#server/core/database/table.ts';

/**
 * Hashes and keys of the simulated market's days, as published. Each entry's hash covers its text and the hash before
 * it, and entries are only added.
 */
export const marketTables = {
  /** Published hashes and keys of the simulated market's days. Days as YYYY-MM-DD. */
  market_key_entry: table({
    number: 'bigint primary key',
    body: 'text not null',
    hash: 'text not null',
    announced_until: 'text not null',
    revealed_until: 'text not null check (revealed_until < announced_until)',
  }).with(
    `create or replace function check_market_key_entry() returns trigger language plpgsql as $$
  declare
    previous market_key_entry;
  begin
    select * into previous from market_key_entry order by number desc limit 1;
    if new.number <> coalesce(previous.number, 0) + 1
      or new.hash <> encode(sha256(convert_to(coalesce(previous.hash, '') || E'\\n' || new.body, 'UTF8')), 'hex') then
      raise exception 'the market''s key entry % doesn''t follow the one before', new.number
        using errcode = 'check_violation', constraint = 'market_key_entry_linked';
    end if;
    return new;
  end $$`,
    'create trigger market_key_entry_linked before insert on market_key_entry for each row execute function check_market_key_entry()',
    `create or replace function reject_market_key_change() returns trigger language plpgsql as $$
  begin
    raise exception 'published keys of the market are append-only: % is rejected', tg_op
      using errcode = 'restrict_violation';
  end $$`,
    'create trigger market_key_entry_append_only before update or delete or truncate on market_key_entry for each statement execute function reject_market_key_change()',
  ),
};
