import { sql } from 'kysely';
import type { output } from 'zod/mini';
import { toCsv } from '#lib/csv.ts';
import { formatDecimal } from '#lib/money/format.ts';
import { readCursor, writeCursor } from '#server/core/cursor.ts';
import type { Deps } from '#server/core/deps.ts';
import type { fetchFills, fillsFile } from '#shared/accounts/contract-fills.ts';
import { fillProfits } from '#shared/accounts/fill-profits.ts';
import type { AccountEvent } from '#shared/accounts/model.ts';
import { contractName } from '#shared/exchange/contract-month.ts';
import { formatPlainPrice } from '#shared/exchange/price.ts';
import { findResultDaysSpan, resultDayOf } from '#shared/exchange/trading-day.ts';
import { readCheckpoint } from '../event-log/read-checkpoint.ts';
import { getOwnAccount } from '../get-own-account.ts';
import { rulesOf } from '../rules-of.ts';
import { type FillRow, fillRowOf } from '../summary/build.ts';
import type { StoredAccount } from '../tables.ts';

const pageSize = 50;
const rowsPerChunk = 2_000;

type Filter = output<typeof fillsFile.query>;
type FoundFill = FillRow & { readonly id: string };

/**
 * A page of an account's fills, newest first. A cursor stays valid while new fills arrive.
 * @throws {ServiceError} 404 for another person's account
 */
export async function readFillsPage(
  deps: Deps,
  personId: string,
  { cursor, ...filter }: output<typeof fetchFills.query>,
): Promise<output<typeof fetchFills.data>> {
  const account = await getOwnAccount(deps, personId, filter.accountId);
  const found = await readFills(deps, filter, pageSize + 1, cursor);
  const fills = found.slice(0, pageSize);
  const last = fills.at(-1);
  const profits = await readProfits(deps, account, fills);
  const rows = fills.map((fill) => ({ ...fill, profitCents: profits.get(fill.id) ?? null }));
  return { fills: rows, older: found.length > pageSize && last ? writeCursor(last.at, last.id) : null };
}

/** By fill, from the last checkpoint before the oldest of them, since earlier fills may have opened what they close. */
async function readProfits({ db, catalog }: Deps, account: StoredAccount, fills: readonly FoundFill[]) {
  const [newest, oldest] = [fills[0], fills.at(-1)];
  if (!newest || !oldest) return new Map<string, number | null>();
  const instruments = [...new Set(fills.map(({ instrument }) => instrument))];
  const { at, state } = await readCheckpoint(db, account.id, rulesOf(catalog, account), oldest.at);
  const { rows } = await sql<{ source_id: string; event: AccountEvent }>`
    select source_id, event from account_event
    where account_id = ${account.id} and at >= ${at} and at <= ${new Date(newest.at)}
      and (type = 'reset' or type = 'fill' and event->>'instrument' = any(${instruments}))
    order by at, source_id collate "C"
  `.execute(db);
  const profits = fillProfits(
    state,
    rows.map(({ event }) => event),
  );
  return new Map(rows.map(({ source_id: id }, index) => [id, profits[index] ?? null]));
}

const header = [
  'time',
  'trading_day',
  'account',
  'contract',
  'instrument',
  'month',
  'side',
  'quantity',
  'price',
  'fee_usd',
  'id',
] as const;

/** Streams fills as CSV in chunks: times in UTC, prices and amounts with a decimal point. */
export async function* writeFills(deps: Deps, filter: Filter, account: string): AsyncGenerator<string> {
  yield toCsv([header]);
  let cursor: string | undefined;
  do {
    const fills: readonly FoundFill[] = await readFills(deps, filter, rowsPerChunk, cursor);
    yield toCsv(fills.map((fill) => cellsOf(fill, account)));
    const last = fills.at(-1);
    cursor = fills.length === rowsPerChunk && last ? writeCursor(last.at, last.id) : undefined;
  } while (cursor !== undefined);
}

function cellsOf({ id, at, instrument, month, side, quantity, priceTicks, feeCents }: FoundFill, account: string) {
  return [
    new Date(at).toISOString(),
    resultDayOf(at),
    account,
    contractName(instrument, month),
    instrument,
    month,
    side,
    quantity,
    formatPlainPrice(instrument, priceTicks),
    formatDecimal(feeCents),
    id,
  ];
}

async function readFills({ db }: Deps, filter: Filter, limit: number, cursor?: string): Promise<FoundFill[]> {
  const { accountId, from, to, instrument, side } = filter;
  const { startsAt, endsAt } = findResultDaysSpan(from, to);
  const position = cursor === undefined ? null : readCursor(cursor);
  const rows = await db
    .selectFrom('account_event')
    .select(['source_id', 'event'])
    .where('account_id', '=', accountId)
    .where('type', '=', 'fill')
    .$if(startsAt !== null, (query) => query.where('at', '>=', new Date(startsAt ?? 0)))
    .$if(endsAt !== null, (query) => query.where('at', '<', new Date(endsAt ?? 0)))
    .$if(position !== null, (query) =>
      query.where(sql<boolean>`(at, source_id) < (${position?.at}::timestamptz, ${position?.id})`),
    )
    .$if(instrument !== undefined, (query) => query.where(sql<boolean>`event->>'instrument' = ${instrument}`))
    .$if(side !== undefined, (query) => query.where(sql<boolean>`event->>'side' = ${side}`))
    .orderBy('at', 'desc')
    .orderBy('source_id', 'desc')
    .limit(limit)
    .execute();
  return rows.flatMap(({ source_id: id, event }) => {
    const row = fillRowOf(event);
    return row === null ? [] : [{ id, ...row }];
  });
}
