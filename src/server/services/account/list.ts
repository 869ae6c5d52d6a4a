import { sql } from 'kysely';
import type { AccountEvent } from '../../../domain/account/events.ts';
import type { SeriesPoint } from '../../../domain/account/series.ts';
import type { Deps } from '../../deps.ts';
import { type AccountCard, buildCard, cardColumns, type FillRow, fillRowOf, isActivated } from './card.ts';
import { watchTapes } from './tapes.ts';

/** Each account reads a bounded number of rows by an index, however many the tables hold. */
const shownAccounts = 40;
const shownFills = 20;
const readPoints = 900;

/**
 * A person's accounts as the dashboard shows them: those that go on first, of equals the oldest. Looking keeps simulated
 * tapes running.
 */
export async function listAccounts(deps: Deps, personId: string): Promise<AccountCard[]> {
  await watchTapes(deps, personId);
  const accounts = await deps.db
    .selectFrom('trading_account')
    .select(cardColumns)
    .select(isActivated)
    .where('person_id', '=', personId)
    .orderBy('opened_at', 'desc')
    .limit(shownAccounts)
    .execute();
  if (accounts.length === 0) return [];
  const ids = accounts.map((account) => account.id);
  const [fills, points] = await Promise.all([readFills(deps, accounts), readSeries(deps, ids)]);
  const now = deps.clock();
  return accounts
    .map((row) => buildCard(deps.catalog, row, points.get(row.id)?.toReversed() ?? [], fills.get(row.id) ?? [], now))
    .sort((left, right) => ranks[left.stage] - ranks[right.stage] || left.openedAt - right.openedAt);
}

const ranks: Readonly<Record<AccountCard['stage'], number>> = {
  live: 0,
  funded: 0,
  evaluation: 0,
  suspended: 0,
  passed: 1,
  breached: 2,
  activated: 3,
  cancelled: 3,
  expired: 3,
};

/** None that came after the account itself was read: the stream begins there. */
async function readFills(
  deps: Deps,
  accounts: readonly { readonly id: string; readonly sequence: number }[],
): Promise<Map<string, FillRow[]>> {
  const { rows } = await sql<{ account_id: string; event: AccountEvent }>`
    select wanted.account_id, recent.event
    from unnest(${accounts.map(({ id }) => id)}::text[], ${accounts.map(({ sequence }) => sequence)}::bigint[])
      as wanted (account_id, sequence)
    cross join lateral (
      select event, at, source_id from account_event
      where account_event.account_id = wanted.account_id and type = 'fill'
        and account_event.sequence <= wanted.sequence
      order by at desc, source_id desc
      limit ${shownFills}
    ) as recent
    order by wanted.account_id, recent.at desc, recent.source_id collate "C" desc
  `.execute(deps.db);
  const fills = new Map<string, FillRow[]>();
  for (const { account_id: accountId, event } of rows) {
    const fill = fillRowOf(event);
    if (fill) append(fills, accountId, fill);
  }
  return fills;
}

/** Time, equity, floor, high-water mark. */
type PointTuple = readonly [number, number, number | null, number];

/** Newest first. Each account's points come as one value: reading hundreds of rows would cost more than all the rest. */
async function readSeries(deps: Deps, accountIds: readonly string[]): Promise<Map<string, SeriesPoint[]>> {
  const { rows } = await sql<{ account_id: string; points: readonly PointTuple[] | null }>`
    select wanted.account_id, (
      select json_agg(json_build_array(
        date_part('epoch', at) * 1000, equity_cents, floor_cents, high_water_mark_cents
      )) from (
        select at, equity_cents, floor_cents, high_water_mark_cents from account_point
        where account_point.account_id = wanted.account_id
        order by at desc
        limit ${readPoints}
      ) as recent
    ) as points
    from unnest(${accountIds}::text[]) as wanted (account_id)
  `.execute(deps.db);
  return new Map(rows.map(({ account_id: id, points }) => [id, (points ?? []).map(pointOfTuple)]));
}

function pointOfTuple([at, equityCents, floorCents, highWaterMarkCents]: PointTuple): SeriesPoint {
  return { at, equityCents, floorCents, highWaterMarkCents };
}

function append<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
