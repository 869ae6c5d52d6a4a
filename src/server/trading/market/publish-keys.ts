import { sql } from 'kysely';
import { insertRow } from '#server/core/database/rows.ts';
import type { Db, Deps, Trx } from '#server/core/deps.ts';
import { getMarket } from '#server/core/market.ts';
import { type DateNumber, formatDate, parseDate } from '#shared/exchange/chicago.ts';
import { instrumentCodes } from '#shared/exchange/instruments.ts';
import { hashEntry } from '#shared/payouts/statistics-chain.ts';
import { hashKey, type KeyEntryBody, toHex } from '#shared/trading/market/key-chain.ts';
import { type Market, seriesOf } from '#shared/trading/market/market.ts';
import { marketDayAt, marketDayOf } from '#shared/trading/market/market-day.ts';
import { parametersOf, referenceDate } from '#shared/trading/market/references.ts';

/** After a day's end its key is kept this long, because servers' clocks may differ. */
const revealAfterMs = 5 * 60_000;

/**
 * Announces the keys of the current and the next day by their hashes and publishes the keys of days that have ended.
 * Several servers may run it at once; days missed while none ran follow in one entry.
 */
export async function publishMarketKeys(deps: Deps): Promise<void> {
  if (!deps.platform.takesOrders) return;
  await deps.db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(7105, 3)`.execute(trx);
    const now = deps.clock();
    const current = marketDayAt(now.getTime()).date;
    const ended = marketDayAt(now.getTime() - revealAfterMs).date - 1;
    const head = await findKeyHead(trx);
    const market = getMarket(deps);
    const [announced, revealed] = head
      ? [parseDate(head.announced_until) ?? current, parseDate(head.revealed_until) ?? current]
      : [current - 1, current - 1];
    const body: KeyEntryBody = {
      number: (head?.number ?? 0) + 1,
      at: now.toISOString(),
      hashes: await mapDays(announced + 1, current + 1, (day) => hashKey(market.keyOf(day))),
      keys: await mapDays(revealed + 1, ended, (day) => toHex(market.keyOf(day))),
      ...(head ? {} : { start: describeStart(market, current) }),
    };
    if (Object.keys(body.hashes).length + Object.keys(body.keys).length === 0) return;
    const text = JSON.stringify(body);
    await insertRow(trx, 'market_key_entry', {
      ...{ number: body.number, body: text, hash: await hashEntry(head?.hash ?? '', text) },
      announced_until: formatDate(Math.max(announced, current + 1)),
      revealed_until: formatDate(Math.max(revealed, ended)),
    });
  });
}

/** The newest entry; undefined before there is one. */
export function findKeyHead(executor: Db | Trx) {
  return executor
    .selectFrom('market_key_entry')
    .select(['number', 'hash', 'announced_until', 'revealed_until'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
}

async function mapDays(
  first: DateNumber,
  last: DateNumber,
  readDay: (day: string) => Promise<string> | string,
): Promise<Record<string, string>> {
  const values: Record<string, string> = {};
  for (let date = first; date <= last; date += 1) values[formatDate(date)] = await readDay(formatDate(date));
  return values;
}

function describeStart(market: Market, date: DateNumber): NonNullable<KeyEntryBody['start']> {
  const contracts = Object.fromEntries(instrumentCodes.map((code) => [code, parametersOf(code)]));
  const opens = Object.fromEntries(
    instrumentCodes
      .filter((code) => contracts[code]?.product === code)
      .map((code) => [code, seriesOf(market, code, '2026-12').walk.openOf(date)]),
  );
  return { day: formatDate(date), opens, referenceAt: marketDayOf(referenceDate).startsAt, contracts };
}
