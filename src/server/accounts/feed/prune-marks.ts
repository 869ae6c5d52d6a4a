import { sql } from 'kysely';
import { dayMs } from '#lib/durations.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { pruneMarks } from '#shared/accounts/prune-marks.ts';
import { retention } from '#shared/core/retention.ts';
import { type TradingDaySpan, tradingDaySpan } from '#shared/exchange/trading-day.ts';
import { compareDelivered } from '../event-log/apply-events.ts';
import { upsertCheckpoints } from '../event-log/feed-rows.ts';
import { readCheckpoint } from '../event-log/read-checkpoint.ts';
import { rulesOf } from '../rules-of.ts';
import type { StoredAccount } from '../tables.ts';

const marksRetentionMs = retention.markDays * dayMs;

type Progress = { readonly marks_retained_from: Date; readonly compact_due_at: Date | null };

/**
 * Deletes old marks that changed nothing. A checkpoint is kept at their end and earlier events are rejected, so
 * nothing is ever recalculated without them. A breach's record stays complete, and so does the time that rules must
 * still decide about.
 */
export async function pruneOldMarks(deps: Deps, trx: Trx, account: StoredAccount): Promise<Progress> {
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
  const row = await trx
    .selectFrom('account_event')
    .select('at')
    .where('account_id', '=', accountId)
    .where('at', '>=', new Date(from))
    .where('type', '=', 'mark')
    .orderBy('at')
    .limit(1)
    .executeTakeFirst();
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
