-- The app's timeouts, which PgBouncer doesn't pass on: run it once as a superuser, after deploy/database-roles.sql.
alter role tidemark_app set lock_timeout = '5s';
alter role tidemark_app set statement_timeout = '15s';
alter role tidemark_app set idle_in_transaction_session_timeout = '30s';
