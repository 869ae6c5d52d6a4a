import { sql } from 'kysely';
import type { Trx } from '#server/core/deps.ts';
import type { EquityPoint } from '#shared/accounts/equity-curve.ts';
import type { AccountState } from '#shared/accounts/model.ts';
import type { DeliveredEvent } from '../ports/platform/platform.ts';
import type { Checkpoint } from './apply-events.ts';

/** Limits a statement's parameters to a few megabytes. */
const rowsPerStatement = 5_000;

export type PerAccount<Value> = ReadonlyMap<string, Value>;

/** One parameter for a column of JSON: in an array, every quote of every document would have to be escaped. */
const documents = (values: readonly object[]) => sql`jsonb_array_elements(${JSON.stringify(values)}::jsonb)`;

export async function findStoredIds(
  trx: Trx,
  delivered: PerAccount<readonly DeliveredEvent[]>,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const storedIds = new Map<string, Set<string>>();
  for (const rows of inChunks(flatten(delivered))) {
    const found = await sql<{ account_id: string; source_id: string }>`
      select stored.account_id, stored.source_id
      from unnest(${rows.map(([id]) => id)}::text[], ${rows.map(([, { sourceId }]) => sourceId)}::text[])
        as incoming (account_id, source_id)
      join account_event as stored using (account_id, source_id)
    `.execute(trx);
    for (const { account_id: id, source_id: sourceId } of found.rows) {
      const set = storedIds.get(id) ?? new Set();
      storedIds.set(id, set.add(sourceId));
    }
  }
  return storedIds;
}

/** Numbers each account's new events, continuing its sequence. */
export async function insertEvents(
  trx: Trx,
  events: PerAccount<readonly DeliveredEvent[]>,
  sequenceOf: (accountId: string) => number,
): Promise<void> {
  const numbered = [...events].flatMap(([id, list]) => {
    const after = sequenceOf(id);
    return list.map((entry, index) => ({ id, sequence: after + index + 1, ...entry }));
  });
  for (const rows of inChunks(numbered)) {
    await sql`
      insert into account_event (account_id, sequence, source_id, type, at, event)
      select account_id, sequence, source_id, type, to_timestamp(at / 1000.0), event
      from rows from (
        unnest(
          ${rows.map(({ id }) => id)}::text[],
          ${rows.map(({ sequence }) => sequence)}::bigint[],
          ${rows.map(({ sourceId }) => sourceId)}::text[],
          ${rows.map(({ event }) => event.type)}::text[],
          ${rows.map(({ event }) => event.at)}::bigint[]
        ),
        ${documents(rows.map(({ event }) => event))}
      ) as incoming (account_id, sequence, source_id, type, at, event)
    `.execute(trx);
  }
}

export async function upsertPoints(trx: Trx, points: PerAccount<readonly EquityPoint[]>): Promise<void> {
  for (const rows of inChunks(flatten(points))) {
    await sql`
      insert into equity_point (account_id, at, equity_cents, floor_cents, high_water_mark_cents)
      select account_id, to_timestamp(at / 1000.0), equity_cents, floor_cents, high_water_mark_cents
      from unnest(
        ${rows.map(([id]) => id)}::text[],
        ${rows.map(([, { at }]) => at)}::bigint[],
        ${rows.map(([, { equityCents }]) => equityCents)}::bigint[],
        ${rows.map(([, { floorCents }]) => floorCents)}::bigint[],
        ${rows.map(([, { highWaterMarkCents }]) => highWaterMarkCents)}::bigint[]
      ) as incoming (account_id, at, equity_cents, floor_cents, high_water_mark_cents)
      on conflict (account_id, at) do update set
        equity_cents = excluded.equity_cents,
        floor_cents = excluded.floor_cents,
        high_water_mark_cents = excluded.high_water_mark_cents
    `.execute(trx);
  }
}

export async function upsertCheckpoints(trx: Trx, checkpoints: PerAccount<readonly Checkpoint[]>): Promise<void> {
  for (const rows of inChunks(flatten(checkpoints))) {
    await sql`
      insert into account_checkpoint (account_id, at, event_count, state)
      select account_id, to_timestamp(at / 1000.0), event_count, state
      from rows from (
        unnest(
          ${rows.map(([id]) => id)}::text[],
          ${rows.map(([, { at }]) => at)}::bigint[],
          ${rows.map(([, { state }]) => state.eventCount)}::bigint[]
        ),
        ${documents(rows.map(([, { state }]) => state))}
      ) as incoming (account_id, at, event_count, state)
      on conflict (account_id, at) do update set event_count = excluded.event_count, state = excluded.state
    `.execute(trx);
  }
}

export type Snapshot = {
  readonly accountId: string;
  readonly state: AccountState;
  readonly sequence: number;
  readonly checkpointCount: number;
  /** Derived data is new from here and must be compacted again; null if nothing was replayed. */
  readonly replayedFrom: number | null;
  /** When to compact the account; null if there is nothing new to compact. */
  readonly compactDueAt: number | null;
  /** Whether past days or chart points have changed. */
  readonly hasNewHistory: boolean;
};

export async function updateSnapshots(trx: Trx, snapshots: readonly Snapshot[]): Promise<void> {
  await sql`
    update trading_account set
      state = snapshot.state,
      sequence = snapshot.sequence,
      checkpoint_count = snapshot.checkpoint_count,
      history_revision = trading_account.history_revision + snapshot.has_new_history::int,
      open_day = snapshot.open_day,
      compacted_until = least(trading_account.compacted_until, to_timestamp(snapshot.replayed_from / 1000.0)),
      compact_due_at = least(trading_account.compact_due_at, to_timestamp(snapshot.due_at / 1000.0))
    from rows from (
      unnest(
        ${snapshots.map(({ accountId }) => accountId)}::text[],
        ${snapshots.map(({ sequence }) => sequence)}::bigint[],
        ${snapshots.map(({ checkpointCount }) => checkpointCount)}::bigint[],
        ${snapshots.map(({ state }) => openDayOf(state))}::text[],
        ${snapshots.map(({ replayedFrom }) => replayedFrom)}::bigint[],
        ${snapshots.map(({ compactDueAt }) => compactDueAt)}::bigint[],
        ${snapshots.map(({ hasNewHistory }) => hasNewHistory)}::boolean[]
      ),
      ${documents(snapshots.map(({ state }) => state))}
    ) as snapshot (id, sequence, checkpoint_count, open_day, replayed_from, due_at, has_new_history, state)
    where trading_account.id = snapshot.id
  `.execute(trx);
}

type PointRow = { at: Date; equity_cents: number; floor_cents: number | null; high_water_mark_cents: number };

export function readPoint(row: PointRow): EquityPoint {
  return {
    at: row.at.getTime(),
    equityCents: row.equity_cents,
    floorCents: row.floor_cents,
    highWaterMarkCents: row.high_water_mark_cents,
  };
}

function openDayOf(state: AccountState): string | null {
  const last = state.days.at(-1);
  return last && !last.closed ? last.day : null;
}

function flatten<Row>(lists: PerAccount<readonly Row[]>): (readonly [string, Row])[] {
  return [...lists].flatMap(([id, rows]) => rows.map((row) => [id, row] as const));
}

function* inChunks<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += rowsPerStatement) yield rows.slice(start, start + rowsPerStatement);
}
