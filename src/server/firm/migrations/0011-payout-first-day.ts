import { type Kysely, sql } from 'kysely';

/** Records after which day a payout counts, so that what becomes of earlier payouts doesn't change its days. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payout add column counted_after text`.execute(db);
  await sql`
    update payout set counted_after = (select max(earlier.closed_through) from payout earlier
      where earlier.account_id = payout.account_id and earlier.origin_id is null
        and earlier.closed_through < payout.closed_through
        and (earlier.status not in ('rejected', 'canceled', 'returned') or earlier.owed_at is not null))`.execute(db);
}
