import { sql } from 'kysely';
import type { Deps, RequestContext } from '#server/core/deps.ts';
import { signText } from '#server/core/signature.ts';
import type { BodyOf } from '#shared/core/call.ts';
import type { countSearch } from '#shared/support/contract-articles.ts';
import { toCountedSearch } from '#shared/support/unanswered-search.ts';

/** More than editors read; what else is searched on a day is counted as `…`. */
const maxTextsPerDay = 500;

/** Counts a search in vain, once a day and network; what isn't counted isn't an error. */
export async function countUnansweredSearch(
  { db, clock, keys, limits }: Deps,
  { text: typed, language, kind }: BodyOf<typeof countSearch>,
  { network }: RequestContext,
): Promise<void> {
  const text = toCountedSearch(typed);
  // The network is only in memory, and unreadable there.
  const once = signText(keys, 'search-again', `${network} ${language} ${text}`);
  if (text === undefined || !(await limits.isWithin('search-again', once))) return;
  const day = clock().toISOString().slice(0, 10);
  await sql`insert into unanswered_search as s (day, language, text, kind, count)
    select ${day}::date, ${language}, case
      when exists (select from unanswered_search where day = ${day} and text = ${text}) then ${text}
      when (select count(distinct text) from unanswered_search where day = ${day}) < ${maxTextsPerDay} then ${text}
      else '…' end, ${kind}, 1
    on conflict (day, language, text, kind) do update set count = s.count + 1`.execute(db);
}
