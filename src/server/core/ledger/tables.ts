import { as, table } from '#server/core/database/table.ts';
import type { LedgerAccountKind, LedgerTransactionKind } from '#shared/core/ledger-accounts.ts';

/** The double-entry ledger, in dependency order. What is written stays: triggers reject every update and delete. */
export const ledgerTables = {
  /** One per kind and owner. Its balance is the sum of its entries. */
  ledger_account: table({
    id: 'text primary key',
    kind: as<LedgerAccountKind>('text not null'),
    /** A person, a trading account, or empty for the firm's own. */
    owner_id: "text not null default ''",
    may_be_negative: 'boolean not null',
  }).with('unique (kind, owner_id)', 'create index ledger_account_owner on ledger_account (owner_id)'),
  ledger_transaction: table({
    id: 'text primary key',
    /** Increases with arrival. */
    number: 'bigint generated always as identity',
    /** At most one transaction per key, such as `payout-requested:<id>`. */
    dedupe_key: 'text not null unique',
    kind: as<LedgerTransactionKind>('text not null'),
    /** What it is about, such as `payout:<id>`. */
    reference: 'text not null',
    at: 'timestamptz not null',
  }).with(
    'create index ledger_transaction_at on ledger_transaction (at, id)',
    'create index ledger_transaction_reference on ledger_transaction (reference, number)',
  ),
  /** Positive increases an account's balance, negative decreases it; the entries of a transaction sum to zero. */
  ledger_entry: table({
    transaction_id: 'text not null references ledger_transaction',
    line: 'integer not null',
    account_id: 'text not null references ledger_account',
    amount_cents: 'bigint not null check (amount_cents <> 0)',
  }).with(
    'primary key (transaction_id, line)',
    'create index ledger_entry_account on ledger_entry (account_id)',
    `create or replace function reject_ledger_change() returns trigger language plpgsql as $$
  begin
    raise exception 'the ledger is append-only: % on % is rejected', tg_op, tg_table_name
      using errcode = 'restrict_violation';
  end $$`,
    'create trigger ledger_account_append_only before update or delete or truncate on ledger_account for each statement execute function reject_ledger_change()',
    'create trigger ledger_transaction_append_only before update or delete or truncate on ledger_transaction for each statement execute function reject_ledger_change()',
    'create trigger ledger_entry_append_only before update or delete or truncate on ledger_entry for each statement execute function reject_ledger_change()',
    `create or replace function check_ledger_transaction() returns trigger language plpgsql as $$
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
    'create constraint trigger ledger_transaction_balanced after insert on ledger_transaction deferrable initially deferred for each row execute function check_ledger_transaction()',

    // Entries of one transaction are written with it; this rejects one that is added to an older transaction.
    `create or replace function check_ledger_entry() returns trigger language plpgsql as $$
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
    'create constraint trigger ledger_entry_checked after insert on ledger_entry deferrable initially deferred for each row execute function check_ledger_entry()',
  ),
};
