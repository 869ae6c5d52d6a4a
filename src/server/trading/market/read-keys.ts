import type { Deps } from '#server/core/deps.ts';
import type { DataOf } from '#shared/core/call.ts';
import { formatDate } from '#shared/exchange/chicago.ts';
import type { marketKeys } from '#shared/trading/contract-market.ts';
import { readKeyChain } from '#shared/trading/market/key-chain.ts';
import { marketDayAt, marketDayOf } from '#shared/trading/market/market-day.ts';
import { findKeyHead } from './publish-keys.ts';

/** The days around now; none before the first key was announced. */
export async function readKeys(deps: Deps): Promise<DataOf<typeof marketKeys>> {
  const head = await findKeyHead(deps.db);
  const { days } = (await readKeyChain(await listEntries(deps))) ?? { days: new Map() };
  const { date } = marketDayAt(deps.clock().getTime());
  const shown = [date + 1, date, date - 1].flatMap((each) => {
    const day = days.get(formatDate(each));
    const { startsAt, endsAt } = marketDayOf(each);
    return day ? [{ day: formatDate(each), startsAt, endsAt, ...day }] : [];
  });
  return { head: head ? { number: head.number, hash: head.hash } : null, days: shown };
}

/** The whole chain as a file that anyone can verify. */
export async function readKeyFile(deps: Deps): Promise<string> {
  return JSON.stringify({
    hash: 'SHA-256 of the previous hash, a line feed and body, in lower-case hex; the first entry has no previous hash',
    entries: await listEntries(deps),
  });
}

function listEntries(deps: Deps): Promise<{ hash: string; body: string }[]> {
  return deps.db.selectFrom('market_key_entry').select(['hash', 'body']).orderBy('number').execute();
}
