import { type Kysely, sql } from 'kysely';

const statements = [
  sql`alter table trading_account add column checkpoint_count bigint not null default 0`,
  sql`update trading_account set checkpoint_count = coalesce(
        (select max(event_count) from account_checkpoint where account_id = trading_account.id), 0)`,
  sql`alter table trading_account add column tidied_until timestamptz not null default 'epoch'`,
  sql`alter table trading_account add column marks_from timestamptz not null default 'epoch'`,
  sql`alter table trading_account add column tidy_due timestamptz`,
  sql`update trading_account set tidied_until = now()`,
  sql`create index trading_account_tidy_due on trading_account (tidy_due) where tidy_due is not null`,
  // Each delivery writes its account's row anew: with room on the page no index has to follow.
  sql`alter table trading_account set (fillfactor = 60)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
