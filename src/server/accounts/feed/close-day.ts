import type { Deps } from '#server/core/deps.ts';
import { getTradingDay, lastClosedDayAt, sessionCloseAt } from '#shared/exchange/trading-day.ts';
import { ingestEvents } from './ingest.ts';

const accountsPerRound = 200;
/** Lets fills of the last seconds arrive; later ones are inserted before the close. */
const graceMs = 60_000;

type OpenAccount = { readonly id: string; readonly open_day: string | null; readonly opened_at: Date };

/**
 * Closes each account's trading day that the exchange has closed, whether or not its platform reported it.
 * Accounts without an open day cost nothing. @returns the number of closed days
 */
export async function closeTradingDay(deps: Deps): Promise<number> {
  const lastDay = lastClosedDayAt(deps.clock().getTime() - graceMs);
  let closed = 0;
  let afterId = '';
  for (;;) {
    const accounts = await deps.db
      .selectFrom('trading_account')
      .select(['id', 'open_day', 'opened_at'])
      .where('open_day', '<=', lastDay)
      .where('id', '>', afterId)
      .orderBy('id')
      .limit(accountsPerRound)
      .execute();
    await Promise.all(accounts.map((account) => closeOne(deps, account)));
    closed += accounts.length;
    const last = accounts.at(-1);
    if (last === undefined || accounts.length < accountsPerRound) return closed;
    afterId = last.id;
  }
}

async function closeOne(deps: Deps, { id, open_day: openDay, opened_at: openedAt }: OpenAccount): Promise<void> {
  if (openDay === null) return;
  const day = getTradingDay(openDay);
  // An account can be opened and traded in the hour after the close that still belongs to the day.
  const at = Math.max(sessionCloseAt(day), openedAt.getTime());
  await ingestEvents(deps, id, [{ sourceId: `close-${day}`, event: { type: 'day-close', at, day } }]);
}
