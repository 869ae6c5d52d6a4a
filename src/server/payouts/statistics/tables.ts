import { table } from '#server/core/database/table.ts';

/**
 * The public payout statistics, a day per row. Each hash covers the row's text and the hash before it, and rows are only
 * added: a return that comes later is a correction in its own day's row.
 */
export const statisticsTables = {
  /** A day of the public statistics. `hash` covers `body` and the previous hash; rows are only appended. */
  payout_statistics_day: table({
    /** The demo has its own chain. */
    is_sample: 'boolean not null',
    number: 'bigint not null',
    /** UTC: YYYY-MM-DD. */
    day: 'text not null',
    body: 'text not null',
    hash: 'text not null',
    entered_at: 'timestamptz not null',
  }).with(
    'primary key (is_sample, number)',
    'unique (is_sample, day)',
    `create or replace function check_payout_statistics_day() returns trigger language plpgsql as $$
  declare
    previous payout_statistics_day;
  begin
    select * into previous from payout_statistics_day
      where is_sample = new.is_sample order by number desc limit 1;
    if new.number <> coalesce(previous.number, 0) + 1
      or new.hash <> encode(sha256(convert_to(coalesce(previous.hash, '') || E'\\n' || new.body, 'UTF8')), 'hex') then
      raise exception 'the payout statistics of % don''t follow the day before', new.day
        using errcode = 'check_violation', constraint = 'payout_statistics_day_linked';
    end if;
    return new;
  end $$`,
    'create trigger payout_statistics_day_linked before insert on payout_statistics_day for each row execute function check_payout_statistics_day()',
    `create or replace function reject_payout_statistics_change() returns trigger language plpgsql as $$
  begin
    raise exception 'published payout statistics are append-only: % is rejected', tg_op
      using errcode = 'restrict_violation';
  end $$`,
    'create trigger payout_statistics_day_append_only before update or delete or truncate on payout_statistics_day for each statement execute function reject_payout_statistics_change()',
  ),
};
