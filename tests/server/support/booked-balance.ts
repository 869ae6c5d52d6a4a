import { sql } from 'kysely';
import type { Db } from '#server/core/deps.ts';
import type { AccountEvent } from '#shared/accounts/model.ts';

/** ES: a quarter point is $12.50. */
const centsPerTick = 1_250;

/** What a fill of ES adds to a balance once everything is flat, in cents. */
export function fillCents({ side, priceTicks, quantity, feeCents }: Extract<AccountEvent, { type: 'fill' }>): number {
  return (side === 'sell' ? 1 : -1) * priceTicks * quantity * centsPerTick - feeCents;
}

/**
 * What an account's trades of ES and its movements since the last reset make of its starting balance, in cents, without
 * what is still open at `costTicks`; what comes after `until` doesn't count.
 */
export async function readBookedCents(
  db: Db,
  accountId: string,
  startCents: number,
  until = Number.POSITIVE_INFINITY,
  costTicks = 0,
): Promise<number> {
  const rows = await db
    .selectFrom('account_event')
    .select('event')
    .where('account_id', '=', accountId)
    .orderBy('at')
    .orderBy(sql`source_id collate "C"`)
    .execute();
  const events = rows.map(({ event }) => event).filter(({ at }) => at <= until);
  const since = events.slice(events.findLastIndex(({ type }) => type === 'reset') + 1);
  return since.reduce(
    (total, event) => {
      if (event.type === 'adjustment') return total + event.amountCents;
      return event.type === 'fill' ? total + fillCents(event) : total;
    },
    startCents + costTicks * centsPerTick,
  );
}
