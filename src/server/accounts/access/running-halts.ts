import { type RawBuilder, sql } from 'kysely';
import { isNotNull, isNull, listRows } from '#server/core/database/rows.ts';
import type { Db, Trx } from '#server/core/deps.ts';
import type { Halt } from '#shared/accounts/halt.ts';

export async function listRunningHalts(db: Db | Trx): Promise<readonly Halt[]> {
  return listRows(db, 'trading_halt', { started_at: isNotNull, ended_at: isNull, declined: false }, ['scope', 'value']);
}

/** For a query over `trading_account`: whether a running halt stops the account. */
export const isHalted: RawBuilder<boolean> = sql<boolean>`exists (
  select from trading_halt halt
  where halt.started_at is not null and halt.ended_at is null and (halt.scope = 'all'
    or (halt.scope = 'program' and halt.value = trading_account.program)
    or (halt.scope = 'platform' and halt.value = trading_account.platform)))`;
