import { type Kysely, sql } from 'kysely';

const statements = [
  sql`alter table orders add column swept_at timestamptz`,
  sql`create index orders_unpaid on orders (swept_at nulls first) where status in ('awaiting-payment', 'failed')`,
  sql`alter table sandbox_payment add column locale text not null default 'en'`,
  sql`alter table sandbox_payment add column expires_at timestamptz not null default 'infinity'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
