import { sql } from 'kysely';
import type { output } from 'zod/mini';
import type { Deps } from '#server/core/deps.ts';
import type { accountStatistics } from '#shared/accounts/contract-statistics.ts';
import type { Fill } from '#shared/accounts/model.ts';
import { type Trade, tradesOf } from '#shared/accounts/statistics/trades.ts';
import { resultDayOf } from '#shared/exchange/trading-day.ts';
import { getOwnAccount } from '../get-own-account.ts';

/** The most fills read across the selected accounts; the result says whether any were left out. */
const maxFills = 60_000;
const maxAccounts = 200;

export type AccountTrade = Trade & { readonly accountId: string; readonly platformAccountId: string };

type TradeFilter = output<typeof accountStatistics.query>;
type Row = Omit<Fill, 'type' | 'at'> & { account_id: string; at: Date };

/** The person's trades in a span of trading days, in closing order. */
export async function readTrades(
  deps: Deps,
  personId: string,
  { accountId, group, from, to }: TradeFilter,
): Promise<{ readonly trades: readonly AccountTrade[]; readonly truncated: boolean }> {
  if (accountId !== undefined) await getOwnAccount(deps, personId, accountId);
  const accounts = await deps.db
    .selectFrom('trading_account')
    .select(['id', 'platform_account_id'])
    .where('person_id', '=', personId)
    .$if(accountId !== undefined, (query) => query.where('id', '=', accountId ?? ''))
    .$if(group !== undefined, (query) => query.where('phase', group === 'evaluation' ? '=' : '<>', 'evaluation'))
    .limit(maxAccounts)
    .execute();
  const rows = await readFills(
    deps,
    accounts.map(({ id }) => id),
  );
  const byAccount = Map.groupBy(rows.slice(0, maxFills).reverse(), (row) => row.account_id);
  const trades = accounts.flatMap(({ id, platform_account_id: platformAccountId }) =>
    tradesOf((byAccount.get(id) ?? []).map(fillOf)).map((trade) => ({ ...trade, accountId: id, platformAccountId })),
  );
  const tradesInSpan = trades.filter(({ closedAt }) => {
    const day = resultDayOf(closedAt);
    return (from === undefined || day >= from) && (to === undefined || day <= to);
  });
  return {
    trades: tradesInSpan.sort((left, right) => left.closedAt - right.closedAt),
    truncated: rows.length > maxFills,
  };
}

/** Newest first. The database extracts the columns, because parsing whole events here costs twice as much. */
async function readFills(deps: Deps, accountIds: readonly string[]): Promise<readonly Row[]> {
  if (accountIds.length === 0) return [];
  const { rows } = await sql<Row>`
    select recent.* from unnest(${accountIds}::text[]) as selected (account_id)
    cross join lateral (
      select account_id, at, event->>'instrument' as instrument, event->>'month' as month, event->>'side' as side,
        (event->>'quantity')::int as quantity, (event->>'priceTicks')::int as "priceTicks",
        (event->>'feeCents')::int as "feeCents", source_id
      from account_event
      where account_event.account_id = selected.account_id and type = 'fill'
      order by at desc, source_id desc
      limit ${maxFills + 1}
    ) as recent
    order by recent.at desc, recent.source_id collate "C" desc
    limit ${maxFills + 1}
  `.execute(deps.db);
  return rows;
}

function fillOf({ at, instrument, month, side, quantity, priceTicks, feeCents }: Row): Fill {
  return { type: 'fill', at: at.getTime(), instrument, month, side, quantity, priceTicks, feeCents };
}
