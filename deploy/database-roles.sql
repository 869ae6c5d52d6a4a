-- The two roles of the database. Run it once as a superuser in the empty database, before the first start:
--   psql -d tidemark -f deploy/database-roles.sql
-- then set both passwords (\password tidemark_owner, \password tidemark_app).
--
-- tidemark_owner owns the tables: npm run db -- migrate and db -- restore connect as it.
-- tidemark_app runs the program. It reads and writes rows, but can't change what was written to the audit log, the
-- ledger and the published payout statistics, and can't switch off the triggers that refuse it.
do $$ begin
  if not exists (select from pg_roles where rolname = 'tidemark_owner') then create role tidemark_owner login; end if;
  if not exists (select from pg_roles where rolname = 'tidemark_app') then create role tidemark_app login; end if;
end $$;

do $$ begin
  execute format('grant create on database %I to tidemark_owner, tidemark_app', current_database());
end $$;
alter schema public owner to tidemark_owner;
grant usage on schema public to tidemark_app;
-- The queue of jobs belongs to the program, which creates it at its first start.
create schema if not exists jobs authorization tidemark_app;
-- A restore, which runs as the owner, also fills it.
grant tidemark_app to tidemark_owner;
grant usage on schema jobs to tidemark_owner;
alter default privileges for role tidemark_app in schema jobs grant all on tables to tidemark_owner;

-- Tables of later migrations too. Migrations take the rest away from the tables that are only added to.
alter default privileges for role tidemark_owner in schema public
  grant select, insert, update, delete on tables to tidemark_app;
alter default privileges for role tidemark_owner in schema public grant usage, select on sequences to tidemark_app;
