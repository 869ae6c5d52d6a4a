import { sql } from 'kysely';
import type { Deps } from '#server/core/deps.ts';
import type { TradingDay } from '#shared/exchange/trading-day.ts';
import { copyWindowMs, findCopy, minCopiedFills, minCopiedShare } from '#shared/risk/copied-trades.ts';
import { type AccountFill, type Finding, getFullSizeInstrument } from '#shared/risk/findings.ts';
import type { DetectionFill } from './read-due-fills.ts';

type DayFills = { readonly personId: string; readonly fills: readonly DetectionFill[] };

/** Adds fills to those that are compared across people; existing ones stay unchanged. */
export async function addComparedFills({ db }: Deps, day: TradingDay, accounts: readonly DayFills[]): Promise<void> {
  const rows = accounts.flatMap(({ personId, fills }) => fills.map((fill) => ({ ...fill, personId })));
  const batchSize = 2_000;
  for (let start = 0; start < rows.length; start += batchSize) {
    const batch = rows.slice(start, start + batchSize);
    await sql`
      insert into detection_fill (account_id, source_id, person_id, day, market, instrument, side, quantity, at)
      select account_id, source_id, person_id, ${day}, market, instrument, side, quantity, to_timestamp(at / 1000.0)
      from unnest(
        ${batch.map(({ accountId }) => accountId)}::text[],
        ${batch.map(({ sourceId }) => sourceId)}::text[],
        ${batch.map(({ personId }) => personId)}::text[],
        ${batch.map((fill) => getFullSizeInstrument(fill))}::text[],
        ${batch.map(({ instrument }) => instrument)}::text[],
        ${batch.map(({ side }) => side)}::text[],
        ${batch.map(({ quantity }) => quantity)}::int[],
        ${batch.map(({ at }) => at)}::bigint[]
      ) as input (account_id, source_id, person_id, market, instrument, side, quantity, at)
      on conflict do nothing
    `.execute(db);
  }
}

/**
 * Copies between these accounts and other people's on a trading day. The database selects pairs that trade at the same
 * time often enough; only those are compared.
 */
export async function findCopies(deps: Deps, day: TradingDay, accountIds: readonly string[]): Promise<Finding[]> {
  if (accountIds.length === 0) return [];
  const minFills = Math.ceil(minCopiedFills * minCopiedShare);
  const pairs = await listMeetingPairs(deps, { day, accountIds, sides: 'same', windowMs: copyWindowMs, minFills });
  const fills = await readDay(deps, day, [...new Set(pairs.flatMap(({ left, right }) => [left, right]))]);
  return pairs.flatMap(({ left, right }) => findCopy(fills.get(left) ?? [], fills.get(right) ?? []) ?? []);
}

type Meeting = {
  readonly day: TradingDay;
  readonly accountIds: readonly string[];
  readonly sides: 'same' | 'opposite';
  readonly windowMs: number;
  readonly minFills: number;
};

/** Pairs of these accounts and other people's with enough fills of a market at the same time. `left` sorts first. */
export async function listMeetingPairs({ db }: Deps, { day, accountIds, sides, windowMs, minFills }: Meeting) {
  if (accountIds.length === 0) return [];
  const side = sides === 'same' ? sql`f.side` : sql`case f.side when 'buy' then 'sell' else 'buy' end`;
  const { rows } = await sql<{ left: string; right: string }>`
    select distinct least(f.account_id, g.account_id) as left, greatest(f.account_id, g.account_id) as right
    from detection_fill f
    join detection_fill g on g.market = f.market and g.side = ${side} and g.person_id <> f.person_id
      and g.at between f.at - ${windowMs} * interval '1 ms' and f.at + ${windowMs} * interval '1 ms'
    where f.day = ${day} and f.account_id = any(${[...accountIds]}::text[])
    group by f.account_id, g.account_id
    having count(distinct f.source_id) >= ${minFills} and count(distinct g.source_id) >= ${minFills}
  `.execute(db);
  return rows;
}

export async function readDay({ db }: Deps, day: TradingDay, accountIds: readonly string[]) {
  if (accountIds.length === 0) return new Map<string, AccountFill[]>();
  const rows = await db
    .selectFrom('detection_fill')
    .select(['account_id', 'source_id', 'instrument', 'side', 'quantity', 'at'])
    .where('day', '=', day)
    .where('account_id', 'in', accountIds)
    .execute();
  const fills = rows.map(({ account_id: accountId, source_id: sourceId, at, ...fill }) => ({
    ...(fill as Pick<AccountFill, 'instrument' | 'side' | 'quantity'>),
    accountId,
    sourceId,
    at: at.getTime(),
  }));
  return Map.groupBy(fills, ({ accountId }) => accountId);
}
