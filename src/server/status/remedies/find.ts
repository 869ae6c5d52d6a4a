import { hourMs, minuteMs } from '#lib/durations.ts';
import { compareDelivered } from '#server/accounts/event-log/apply-events.ts';
import { readCheckpoint } from '#server/accounts/event-log/read-checkpoint.ts';
import { rulesOf } from '#server/accounts/rules-of.ts';
import type { StoredAccount } from '#server/accounts/tables.ts';
import { findRow } from '#server/core/database/rows.ts';
import type { Db, Deps, Trx } from '#server/core/deps.ts';
import { isOpen, tradingDayOf } from '#shared/exchange/trading-day.ts';
import { followOutage, type Outage } from '#shared/status/outage.ts';

/** The market's longest break, with a holiday: the first price comes within it. */
const maxBreakMs = 96 * hourMs;

const nothing = { amount_cents: 0, before_cents: null, after_cents: null, breach_at: null };

/** The minutes of an outage while the exchange was open, and the trading days that they touch. */
export function countOpen({ from, until }: Outage) {
  const days = new Set<string>();
  let minutes = 0;
  for (let at = from; at + minuteMs <= until; at += minuteMs) {
    if (!isOpen(at)) continue;
    minutes += 1;
    days.add(tradingDayOf(at));
  }
  return { minutes, days: days.size };
}

/** The days that an outage gives, if it is long enough while the exchange was open. */
export function countDays({ catalog }: Deps, version: number | null, outage: Outage): number {
  const { minutes, days } = countOpen(outage);
  const table = catalog.remedies.versions.find((each) => each.version === version);
  return table && minutes >= table.daysFromMinutes ? days : 0;
}

/** Whether time runs that the trader has paid for, or a trial's. */
export const hasPaidTime = async (db: Db | Trx, { id, expires_at }: Pick<StoredAccount, 'id' | 'expires_at'>) =>
  expires_at !== null ||
  (await findRow(db, 'subscription', { account_id: id, status: 'active' }, ['id'])) !== undefined;

/** What the positions lost that an account held, and the breach of it; null while that can’t be known. */
export async function findLoss(deps: Deps, account: StoredAccount, outage: Outage) {
  const { breach, balanceCents, floorCents } = account.state;
  if (account.verdict_held_from !== null) return null;
  const rules = rulesOf(deps.catalog, account);
  const start = await readCheckpoint(deps.db, account.id, rules, outage.from);
  const rows = await deps.db
    .selectFrom('account_event')
    .select(['source_id as sourceId', 'event'])
    .where('account_id', '=', account.id)
    .where('at', '>=', start.at)
    .where('at', '<=', new Date(outage.until + maxBreakMs))
    .execute();
  const events = rows.sort(compareDelivered).map(({ event }) => event);
  const held = followOutage(rules, start.state, events, outage);
  if (held === 'waiting') return null;
  if (held === 'flat') return nothing;
  // It has started over since, or staff have voided the breach: at most a reset was bought for it.
  if (held.breach !== null && breach?.at !== held.breach.at) return { ...nothing, breach_at: new Date(held.breach.at) };
  if (events.some(({ type, at }) => type === 'reset' && at >= outage.from)) return nothing;
  const { beforeCents, afterCents, movedCents } = held;
  const floor = Math.max(breach?.floorCents ?? 0, floorCents ?? 0);
  // Above the floors, which may have risen with the price since the outage began.
  const goal = beforeCents > floor ? beforeCents : (held.breach?.equityCents ?? 0);
  const lost = Math.max(0, held.breach === null ? beforeCents - afterCents : goal + movedCents - balanceCents);
  // A later loss ends the account unless the credit, in time, would have kept it.
  const givesNothing = lost === 0 ? held.breach === null : breach !== null && balanceCents + lost <= floor;
  if (givesNothing) return nothing;
  const breach_at = breach && new Date(breach.at);
  return { amount_cents: lost, before_cents: beforeCents, after_cents: afterCents, breach_at };
}
