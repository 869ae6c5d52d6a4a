import { hourMs } from '#lib/durations.ts';
import { compareDelivered } from '#server/accounts/event-log/apply-events.ts';
import { readCheckpoint } from '#server/accounts/event-log/read-checkpoint.ts';
import { rulesOf } from '#server/accounts/rules-of.ts';
import type { StoredAccount } from '#server/accounts/tables.ts';
import type { Deps } from '#server/core/deps.ts';
import { followOutage } from '#shared/status/outage.ts';

/** The market's longest break, with a holiday: the first price comes within it. */
const maxBreakMs = 96 * hourMs;

/** What the positions lost that an account held, and the breach of it to void; null while that can’t be known. */
export async function findRemedy(deps: Deps, account: StoredAccount, outage: { from: number; until: number }) {
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
  if (held === 'flat' || (held.breach !== null && breach?.at !== held.breach.at)) return [];
  const { beforeCents, afterCents, movedCents } = held;
  const floor = Math.max(breach?.floorCents ?? 0, floorCents ?? 0);
  // Above the floors, which may have risen with the price since the outage began.
  const goal = beforeCents > floor ? beforeCents : (held.breach?.equityCents ?? 0);
  const lost = held.breach === null ? beforeCents - afterCents : goal + movedCents - balanceCents;
  // A later loss ends the account unless the credit, in time, would have kept it.
  if (lost <= 0 || (breach !== null && balanceCents + lost <= floor)) return [];
  const breach_at = breach && new Date(breach.at);
  return [{ amount_cents: lost, before_cents: beforeCents, after_cents: afterCents, breach_at }];
}
