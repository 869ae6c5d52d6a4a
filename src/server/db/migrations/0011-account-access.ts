import { type Kysely, sql } from 'kysely';

const statements = [
  sql`alter table trading_account add column access jsonb`,
  sql`create index trading_account_suspended on trading_account (id) where suspended_at is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
