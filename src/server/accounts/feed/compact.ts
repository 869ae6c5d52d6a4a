import { sql } from 'kysely';
import { updateRow } from '#server/core/database/rows.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { downsample } from '#shared/accounts/downsample.ts';
import { type TradingDaySpan, tradingDaySpan } from '#shared/exchange/trading-day.ts';
import { readPoint } from '../event-log/feed-rows.ts';
import { pruneOldMarks } from './prune-marks.ts';

const accountsPerRun = 2_000;
/** A past day keeps about one point per half hour, its extremes and its floor steps. */
const pointsPerEndedDay = 48;

/**
 * Bounds an account's storage: downsamples chart points of past days and prunes old marks that changed nothing.
 * Scheduled, so that it never delays the feed. @returns how many accounts were compacted
 */
export async function compactAccounts(deps: Deps): Promise<number> {
  const due = await deps.db
    .selectFrom('trading_account')
    .select('id')
    .where('compact_due_at', '<=', deps.clock())
    .orderBy('compact_due_at')
    .limit(accountsPerRun)
    .execute();
  let compacted = 0;
  for (const { id } of due) if (await compactAccount(deps, id)) compacted += 1;
  return compacted;
}

async function compactAccount(deps: Deps, accountId: string): Promise<boolean> {
  return deps.db.transaction().execute(async (trx) => {
    const account = await trx
      .selectFrom('trading_account')
      .selectAll()
      .where('id', '=', accountId)
      .where('compact_due_at', '<=', deps.clock())
      .forNoKeyUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!account) return false;
    const today = tradingDaySpan(deps.clock().getTime());
    await downsampleEndedDays(trx, accountId, account.compacted_until, today);
    const marks = await pruneOldMarks(deps, trx, account);
    await updateRow(trx, 'trading_account', accountId, { ...marks, compacted_until: new Date(today.startsAt) });
    return true;
  });
}

async function downsampleEndedDays(trx: Trx, accountId: string, from: Date, today: TradingDaySpan): Promise<void> {
  const since = new Date(from.getTime() <= 0 ? 0 : tradingDaySpan(from.getTime()).startsAt);
  const rows = await trx
    .selectFrom('equity_point')
    .select(['at', 'equity_cents', 'floor_cents', 'high_water_mark_cents'])
    .where('account_id', '=', accountId)
    .where('at', '>=', since)
    .where('at', '<', new Date(today.startsAt))
    .orderBy('at')
    .execute();
  const days = Map.groupBy(rows.map(readPoint), ({ at }) => tradingDaySpan(at).day);
  const droppedAt: number[] = [];
  for (const points of days.values()) {
    if (points.length <= pointsPerEndedDay) continue;
    const kept = new Set(downsample(points, pointsPerEndedDay));
    for (const point of points) if (!kept.has(point)) droppedAt.push(point.at);
  }
  if (droppedAt.length === 0) return;
  await sql`
    delete from equity_point where account_id = ${accountId}
      and at in (select to_timestamp(ms / 1000.0) from unnest(${droppedAt}::bigint[]) as dropped (ms))
  `.execute(trx);
}
