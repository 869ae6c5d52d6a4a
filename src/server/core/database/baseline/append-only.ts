/**
 * Takes away from the app's own role what the database refuses anyway. Only the owner of the tables, who migrates and
 * restores, could still switch off the triggers that refuse it.
 */
export const appendOnlyTables = [
  ...[
    ...['audit', 'audit_link', 'copy_log', 'payout_statistics_day', 'market_key_entry'],
    ...['ledger_account', 'ledger_transaction', 'ledger_entry'],
  ].map(
    (table) => `do $$
    declare role text;
    begin
      for role in
        select distinct grantee from information_schema.role_table_grants
        where table_schema = current_schema() and table_name = '${table}' and grantee <> current_user
      loop
        execute format('revoke update, delete, truncate, references, trigger on %I from %I', '${table}', role);
        -- Locking a row needs the right to update one of its columns. The trigger refuses the update.
        if '${table}' = 'ledger_account' then execute format('grant update (id) on ledger_account to %I', role); end if;
      end loop;
    end $$`,
  ),

  `create or replace function delete_sign_ins(before timestamptz) returns void
    language sql security definer set search_path from current as $$
    delete from audit where action in ('signed-in', 'sign-in-failed', 'second-factor-failed') and at < before
  $$`,
];
