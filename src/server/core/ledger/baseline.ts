import { sql } from 'kysely';

/** The double-entry ledger, in dependency order. What is written stays: triggers reject every update and delete. */
export const ledgerTables = [
  sql`create table ledger_account (
    id text primary key,
    kind text not null,
    owner_id text not null default '',
    may_be_negative boolean not null,
    unique (kind, owner_id)
  )`,
  sql`create index ledger_account_owner on ledger_account (owner_id)`,

  sql`create table ledger_transaction (
    id text primary key,
    number bigint generated always as identity,
    dedupe_key text not null unique,
    kind text not null,
    reference text not null,
    at timestamptz not null
  )`,
  sql`create index ledger_transaction_at on ledger_transaction (at, id)`,
  sql`create index ledger_transaction_reference on ledger_transaction (reference, number)`,

  sql`create table ledger_entry (
    transaction_id text not null references ledger_transaction,
    line integer not null,
    account_id text not null references ledger_account,
    amount_cents bigint not null check (amount_cents <> 0),
    primary key (transaction_id, line)
  )`,
  sql`create index ledger_entry_account on ledger_entry (account_id)`,
  sql`create or replace function reject_ledger_change() returns trigger language plpgsql as $$
  begin
    raise exception 'the ledger is append-only: % on % is rejected', tg_op, tg_table_name
      using errcode = 'restrict_violation';
  end $$`,

  sql`create trigger ledger_account_append_only before update or delete or truncate on ledger_account
    for each statement execute function reject_ledger_change()`,

  sql`create trigger ledger_transaction_append_only before update or delete or truncate on ledger_transaction
    for each statement execute function reject_ledger_change()`,

  sql`create trigger ledger_entry_append_only before update or delete or truncate on ledger_entry
    for each statement execute function reject_ledger_change()`,
  sql`create or replace function check_ledger_transaction() returns trigger language plpgsql as $$
  declare
    entries bigint;
    total numeric;
  begin
    select count(*), coalesce(sum(amount_cents), 0) into entries, total
      from ledger_entry where transaction_id = new.id;
    if entries < 2 or total <> 0 then
      raise exception 'ledger transaction % has % entries that come to %', new.id, entries, total
        using errcode = 'check_violation', constraint = 'ledger_transaction_balanced';
    end if;
    return null;
  end $$`,

  sql`create constraint trigger ledger_transaction_balanced after insert on ledger_transaction
    deferrable initially deferred for each row execute function check_ledger_transaction()`,
  // Entries of one transaction are written with it; this rejects one that is added to an older transaction.
  sql`create or replace function check_ledger_entry() returns trigger language plpgsql as $$
  declare
    total numeric;
    holding numeric;
  begin
    select coalesce(sum(amount_cents), 0) into total from ledger_entry where transaction_id = new.transaction_id;
    if total <> 0 then
      raise exception 'ledger transaction % totals %', new.transaction_id, total
        using errcode = 'check_violation', constraint = 'ledger_transaction_balanced';
    end if;
    if new.amount_cents < 0 then
      select sum(e.amount_cents) into holding
        from ledger_entry e join ledger_account a on a.id = e.account_id
        where a.id = new.account_id and not a.may_be_negative;
      if holding < 0 then
        raise exception 'ledger account % would hold %', new.account_id, holding
          using errcode = 'check_violation', constraint = 'ledger_account_not_negative';
      end if;
    end if;
    return null;
  end $$`,

  sql`create constraint trigger ledger_entry_checked after insert on ledger_entry
    deferrable initially deferred for each row execute function check_ledger_entry()`,
];
