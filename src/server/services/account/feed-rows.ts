import type { SeriesPoint } from '../../../domain/account/series.ts';
import { thinSeries } from '../../../domain/account/thin.ts';
import type { TradingDaySpan } from '../../../domain/calendar/trading-day.ts';
import type { Trx } from '../../deps.ts';
import type { DeliveredEvent } from '../../ports/platform/platform.ts';
import type { Checkpoint } from './fold.ts';

const rowsPerInsert = 1_000;
/** A day that is over keeps about one point each half hour, its extremes and the steps of its floor. */
const pointsPerEndedDay = 48;

/** Those of the delivered events that are not stored yet, each once. */
export async function pickFresh(
  trx: Trx,
  accountId: string,
  delivered: readonly DeliveredEvent[],
): Promise<DeliveredEvent[]> {
  const bySource = new Map(delivered.map((entry) => [entry.sourceId, entry]));
  for (const sourceIds of inChunks([...bySource.keys()])) {
    const known = await trx
      .selectFrom('account_event')
      .select('source_id')
      .where('account_id', '=', accountId)
      .where('source_id', 'in', sourceIds)
      .execute();
    for (const row of known) bySource.delete(row.source_id);
  }
  return [...bySource.values()];
}

export async function insertEvents(
  trx: Trx,
  accountId: string,
  afterSequence: number,
  events: readonly DeliveredEvent[],
): Promise<void> {
  const rows = events.map(({ sourceId, event }, index) => ({
    account_id: accountId,
    sequence: afterSequence + index + 1,
    source_id: sourceId,
    type: event.type,
    at: new Date(event.at),
    event: JSON.stringify(event),
  }));
  for (const chunk of inChunks(rows)) await trx.insertInto('account_event').values(chunk).execute();
}

export async function upsertPoints(trx: Trx, accountId: string, points: readonly SeriesPoint[]): Promise<void> {
  const rows = points.map((point) => ({
    account_id: accountId,
    at: new Date(point.at),
    equity_cents: point.equityCents,
    floor_cents: point.floorCents,
    high_water_mark_cents: point.highWaterMarkCents,
  }));
  for (const chunk of inChunks(rows)) {
    await trx
      .insertInto('account_point')
      .values(chunk)
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'at']).doUpdateSet((eb) => ({
          equity_cents: eb.ref('excluded.equity_cents'),
          floor_cents: eb.ref('excluded.floor_cents'),
          high_water_mark_cents: eb.ref('excluded.high_water_mark_cents'),
        })),
      )
      .execute();
  }
}

/** Keeps the chart's table small: reading an account's series must not cost more each day it lives. */
export async function thinEndedDay(trx: Trx, accountId: string, day: TradingDaySpan): Promise<void> {
  const [from, to] = [new Date(day.startsAt), new Date(day.endsAt)];
  const rows = await trx
    .selectFrom('account_point')
    .select(['at', 'equity_cents', 'floor_cents', 'high_water_mark_cents'])
    .where('account_id', '=', accountId)
    .where('at', '>=', from)
    .where('at', '<', to)
    .orderBy('at')
    .execute();
  if (rows.length <= pointsPerEndedDay) return;
  const kept = thinSeries(rows.map(readPoint), pointsPerEndedDay).map((point) => new Date(point.at));
  await trx
    .deleteFrom('account_point')
    .where('account_id', '=', accountId)
    .where('at', '>=', from)
    .where('at', '<', to)
    .where('at', 'not in', kept)
    .execute();
}

export async function insertCheckpoints(
  trx: Trx,
  accountId: string,
  checkpoints: readonly Checkpoint[],
): Promise<void> {
  const rows = checkpoints.map(({ at, state }) => ({
    account_id: accountId,
    at: new Date(at),
    event_count: state.eventCount,
    state: JSON.stringify(state),
  }));
  for (const chunk of inChunks(rows)) {
    await trx
      .insertInto('account_checkpoint')
      .values(chunk)
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'at']).doUpdateSet((eb) => ({
          event_count: eb.ref('excluded.event_count'),
          state: eb.ref('excluded.state'),
        })),
      )
      .execute();
  }
}

type PointRow = { at: Date; equity_cents: number; floor_cents: number | null; high_water_mark_cents: number };

export function readPoint(row: PointRow): SeriesPoint {
  return {
    at: row.at.getTime(),
    equityCents: row.equity_cents,
    floorCents: row.floor_cents,
    highWaterMarkCents: row.high_water_mark_cents,
  };
}

function* inChunks<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let start = 0; start < rows.length; start += rowsPerInsert) yield rows.slice(start, start + rowsPerInsert);
}
