import { sql } from 'kysely';
import { dayMs } from '#lib/durations.ts';
import { atLeast, atMost, findRow, listRows, updateRow } from '#server/core/database/rows.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { downsample } from '#shared/accounts/downsample.ts';
import { pruneMarks } from '#shared/accounts/prune-marks.ts';
import { retention } from '#shared/core/retention.ts';
import { type TradingDaySpan, tradingDaySpan } from '#shared/exchange/trading-day.ts';
import { compareDelivered } from '../event-log/apply-events.ts';
import { readPoint, upsertCheckpoints } from '../event-log/feed-rows.ts';
import { readCheckpoint } from '../event-log/read-checkpoint.ts';
import { rulesOf } from '../rules-of.ts';
import type { StoredAccount } from '../tables.ts';

const marksRetentionMs = retention.markDays * dayMs;

type Progress = { readonly marks_retained_from: Date; readonly compact_due_at: Date | null };

const accountsPerRun = 2_000;
/** A past day keeps about one point per half hour, its extremes and its floor steps. */
const pointsPerEndedDay = 48;

/**
 * Bounds an account's storage: downsamples chart points of past days and prunes old marks that changed nothing.
 * Scheduled, so that it never delays the feed. @returns how many accounts were compacted
 */
export async function compactAccounts(deps: Deps): Promise<number> {
  const due = await listRows(deps.db, 'trading_account', { compact_due_at: atMost(deps.clock()) }, ['id'], {
    orderBy: 'compact_due_at',
    limit: accountsPerRun,
  });
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

/**
 * Deletes old marks that changed nothing. A checkpoint is kept at their end and earlier events are rejected, so
 * nothing is ever recalculated without them. A breach's record stays complete, and so does the time that rules must
 * still decide about.
 */
async function pruneOldMarks(deps: Deps, trx: Trx, account: StoredAccount): Promise<Progress> {
  const { id: accountId, marks_retained_from, verdict_held_from: heldFrom } = account;
  if (account.state.breach !== null || heldFrom !== null) return { marks_retained_from, compact_due_at: null };
  const horizon = tradingDaySpan(deps.clock().getTime() - marksRetentionMs).startsAt;
  let from = marks_retained_from.getTime();
  for (;;) {
    const oldestAt = await findOldestMark(trx, accountId, from);
    if (oldestAt === null) return { marks_retained_from: new Date(from), compact_due_at: null };
    const day = tradingDaySpan(oldestAt);
    if (day.endsAt > horizon)
      return { marks_retained_from: new Date(from), compact_due_at: new Date(day.endsAt + marksRetentionMs + dayMs) };
    await pruneDay(deps, trx, account, day);
    from = day.endsAt;
  }
}

async function findOldestMark(trx: Trx, accountId: string, from: number): Promise<number | null> {
  const row = await findRow(
    trx,
    'account_event',
    { account_id: accountId, at: atLeast(new Date(from)), type: 'mark' },
    ['at'],
    'at',
  );
  return row?.at.getTime() ?? null;
}

async function pruneDay(deps: Deps, trx: Trx, account: StoredAccount, day: TradingDaySpan): Promise<void> {
  const { id: accountId } = account;
  const rules = rulesOf(deps.catalog, account);
  const checkpoint = await readCheckpoint(trx, accountId, rules, day.startsAt);
  const rows = await trx
    .selectFrom('account_event')
    .select(['source_id as sourceId', 'event'])
    .where('account_id', '=', accountId)
    .where('at', '>=', checkpoint.at)
    .where('at', '<', new Date(day.endsAt))
    .execute();
  rows.sort(compareDelivered);
  const { prunable, state } = pruneMarks(
    rules,
    checkpoint.state,
    rows.map(({ event }) => event),
  );
  await upsertCheckpoints(trx, new Map([[accountId, [{ at: day.endsAt, state }]]]));
  const sourceIds = prunable.flatMap((index) => rows[index]?.sourceId ?? []);
  await sql`delete from account_event where account_id = ${accountId} and source_id = any(${sourceIds}::text[])`.execute(
    trx,
  );
}
