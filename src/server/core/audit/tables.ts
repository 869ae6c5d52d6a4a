import { as, table } from '#server/core/database/table.ts';

/**
 * The audit log. Entries are only added, and each one's hash covers the one before it. The links are made when a
 * transaction commits: until then nobody holds the lock that orders them, so no two transactions can wait for each
 * other.
 */
export const auditTables = {
  audit: table({
    id: 'text primary key',
    at: 'timestamptz not null',
    /** `person:<id>`, `system`, `rule` or `provider:<name>`. */
    actor: 'text not null',
    action: 'text not null',
    entity: 'text not null',
    entity_id: 'text not null',
    details: as<object>('jsonb not null'),
  }).with(
    'create index audit_entity on audit (entity, entity_id, at)',
    'create index audit_at on audit (at, id)',
    'create index audit_action on audit (action, at, id)',
  ),
  /**
   * A link of the audit log's hash chain: its hash covers the entry and the previous link. `erasable` entries may be
   * deleted.
   */
  audit_link: table({
    number: 'bigint primary key',
    audit_id: 'text not null unique',
    at: 'timestamptz not null',
    erasable: 'boolean not null',
    content_hash: 'text not null',
    hash: 'text not null',
  }).with(
    `create or replace function append_audit_link() returns trigger language plpgsql as $$
  declare
    previous audit_link;
    link audit_link;
  begin
    perform pg_advisory_xact_lock(7105, 1);
    select * into previous from audit_link order by number desc limit 1;
    link.number := coalesce(previous.number, 0) + 1;
    link.audit_id := new.id;
    link.at := new.at;
    link.erasable := new.action in ('signed-in', 'sign-in-failed', 'second-factor-failed');
    link.content_hash := encode(sha256(convert_to(jsonb_build_array(new.id,
      to_char(new.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), new.actor, new.action, new.entity,
      new.entity_id, new.details)::text, 'UTF8')), 'hex');
    link.hash := encode(sha256(convert_to(concat_ws('|', coalesce(previous.hash, ''), link.number, link.audit_id,
      to_char(link.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), link.erasable, link.content_hash),
      'UTF8')), 'hex');
    insert into audit_link values (link.*);
    return null;
  end $$`,
    'create constraint trigger audit_links after insert on audit deferrable initially deferred for each row execute function append_audit_link()',
    `create or replace function refuse_audit_change() returns trigger language plpgsql as $$
  begin
    if tg_op = 'DELETE' and tg_table_name = 'audit' then
      -- Sign-ins name a network address, which the privacy policy keeps for a year. Their links stay.
      if old.action in ('signed-in', 'sign-in-failed', 'second-factor-failed') then return old; end if;
    end if;
    raise exception 'The audit log is only added to' using errcode = 'insufficient_privilege';
  end $$`,
    'create trigger audit_kept before update or delete on audit for each row execute function refuse_audit_change()',
    'create trigger audit_not_emptied before truncate on audit for each statement execute function refuse_audit_change()',
    'create trigger audit_link_kept before update or delete on audit_link for each row execute function refuse_audit_change()',
    'create trigger audit_link_not_emptied before truncate on audit_link for each statement execute function refuse_audit_change()',
  ),
};
