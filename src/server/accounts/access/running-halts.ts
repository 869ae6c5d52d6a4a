import { type RawBuilder, sql } from 'kysely';
import { isClosing } from '#server/core/database/closing.ts';
import { isNotNull, isNull, listRows } from '#server/core/database/rows.ts';
import type { Db, Trx } from '#server/core/deps.ts';
import type { Halt } from '#shared/accounts/halt.ts';

/** Nobody trades while the firm is closing, and no one on staff can lift that. */
export async function listRunningHalts(db: Db | Trx): Promise<readonly Halt[]> {
  if (await isClosing(db)) return [{ scope: 'all', value: null }];
  return listRows(db, 'trading_halt', { started_at: isNotNull, ended_at: isNull, declined: false }, ['scope', 'value']);
}

/** For a query over `trading_account`: whether a running halt stops the account. */
export const isHalted: RawBuilder<boolean> = sql<boolean>`(exists (select from closure where frozen_at is not null) or exists (
  select from trading_halt halt
  where halt.started_at is not null and halt.ended_at is null and (halt.scope = 'all'
    or (halt.scope = 'program' and halt.value = trading_account.program)
    or (halt.scope = 'platform' and halt.value = trading_account.platform))))`;
