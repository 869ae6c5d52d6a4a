import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '#server/core/deps.ts';
import type { Halt } from '#shared/accounts/halt.ts';

export async function listRunningHalts(db: Db | Trx): Promise<readonly Halt[]> {
  return db
    .selectFrom('trading_halt')
    .select(['scope', 'value'])
    .where('started_at', 'is not', null)
    .where('ended_at', 'is', null)
    .where('declined', '=', false)
    .execute();
}

/** For a query over `trading_account`: whether a running halt stops the account. */
export const isHalted: RawBuilder<boolean> = sql<boolean>`exists (
  select from trading_halt halt
  where halt.started_at is not null and halt.ended_at is null and (halt.scope = 'all'
    or (halt.scope = 'program' and halt.value = trading_account.program)
    or (halt.scope = 'platform' and halt.value = trading_account.platform)))`;
