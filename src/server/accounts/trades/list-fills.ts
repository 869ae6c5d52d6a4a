import type { output } from 'zod/mini';
import { type Deps, notFound } from '#server/core/deps.ts';
import type { accountFills } from '#shared/accounts/contract-details.ts';
import { findTradingDay, resultDaySpan } from '#shared/exchange/trading-day.ts';
import { getOwnAccount } from '../get-own-account.ts';
import { fillRowOf } from '../summary/build.ts';

const maxFills = 500;

/**
 * The fills of a trading day, oldest first.
 * @throws {ServiceError} 404 for another person's account or an unknown day
 */
export async function listFills(
  deps: Deps,
  personId: string,
  { accountId, day: text }: output<typeof accountFills.query>,
): Promise<output<typeof accountFills.data>> {
  await getOwnAccount(deps, personId, accountId);
  const day = findTradingDay(text);
  if (day === null) throw notFound();
  const { startsAt, endsAt } = resultDaySpan(day);
  const rows = await deps.db
    .selectFrom('account_event')
    .select('event')
    .where('account_id', '=', accountId)
    .where('type', '=', 'fill')
    .where('at', '>=', new Date(startsAt))
    .where('at', '<', new Date(endsAt))
    .orderBy('at')
    .orderBy('source_id')
    .limit(maxFills + 1)
    .execute();
  return {
    fills: rows.slice(0, maxFills).flatMap(({ event }) => fillRowOf(event) ?? []),
    more: rows.length > maxFills,
  };
}
