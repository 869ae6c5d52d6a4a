# Run by the image of PostgreSQL after database-roles.sql, when it creates the database.
psql -v ON_ERROR_STOP=1 -U postgres -d "$POSTGRES_DB" -v owner="$POSTGRES_PASSWORD" -v app="$POSTGRES_APP_PASSWORD" <<'SQL'
alter role tidemark_owner password :'owner';
alter role tidemark_app password :'app';
SQL
