import { hourMs, minuteMs } from '#lib/durations.ts';
import { compareDelivered } from '#server/accounts/event-log/apply-events.ts';
import { readCheckpoint } from '#server/accounts/event-log/read-checkpoint.ts';
import { rulesOf } from '#server/accounts/rules-of.ts';
import type { StoredAccount } from '#server/accounts/tables.ts';
import { findRow, isNotNull, listRows } from '#server/core/database/rows.ts';
import type { Row } from '#server/core/database/table.ts';
import type { Deps } from '#server/core/deps.ts';
import { groupOf } from '#shared/accounts/lifecycle.ts';
import { isOpen, tradingDayOf } from '#shared/exchange/trading-day.ts';
import { followOutage, type Outage, withoutOthers } from '#shared/status/outage.ts';
import type { StoredIncident, statusTables } from '../tables.ts';

type Figures = 'amount_cents' | 'days' | 'before_cents' | 'after_cents' | 'breach_at';
type FoundRemedy = Pick<Row<typeof statusTables.remedy>, 'kind' | Figures>;
export type OutageParts = { readonly parts: readonly Outage[]; readonly openMinutes: number; readonly days: number };

/** The market's longest break, with a holiday: the first price comes within it. */
const maxBreakMs = 96 * hourMs;
const none = { amount_cents: null, days: null, before_cents: null, after_cents: null, breach_at: null };

/** The parts of an incident's outage that no incident resolved before it covers: an hour counts once. */
export async function readOutage({ db }: Deps, incident: StoredIncident): Promise<OutageParts> {
  const { component } = incident;
  const known = await listRows(db, 'incident', { component, outage_from: isNotNull }, undefined, {
    orderBy: ['resolved_at', 'id'],
  });
  const earlier = known.slice(
    0,
    Math.max(
      0,
      known.findIndex(({ id }) => id === incident.id),
    ),
  );
  const others = earlier.filter((row) => ['all', incident.outage_platform].includes(row.outage_platform));
  const parts = withoutOthers(spanOf(incident), others.map(spanOf));
  const days = new Set<string>();
  let openMinutes = 0;
  for (const { from, until } of parts)
    for (let at = from; at < until; at += minuteMs) {
      if (!isOpen(at)) continue;
      openMinutes += 1;
      days.add(tradingDayOf(at));
    }
  return { parts, openMinutes, days: days.size };
}

const spanOf = ({ outage_from: from, outage_until: until }: StoredIncident): Outage => ({
  from: from?.getTime() ?? 0,
  until: until?.getTime() ?? 0,
});

/** What the table gives an account for an outage; null while that can't be known. */
export async function findRemedies(
  deps: Deps,
  account: StoredAccount,
  { component, remedies_version: version }: StoredIncident,
  { parts, openMinutes, days }: OutageParts,
): Promise<readonly FoundRemedy[] | null> {
  const { rows = [] } = deps.catalog.remedies.versions.find((each) => each.version === version) ?? {};
  const group = groupOf(account.phase);
  const kinds = rows
    .filter((row) => row.component === component && row.phases.includes(group) && openMinutes >= row.fromMinutes)
    .map(({ remedy }) => remedy);
  const restored = kinds.includes('restored') ? await findRestored(deps, account, parts) : [];
  if (restored === null || !kinds.includes('extension') || !(await hasPaidTime(deps, account))) return restored;
  return [...restored, { ...none, kind: 'extension', days }];
}

/** Whether time runs that the trader has paid for, or a trial's. */
async function hasPaidTime({ db }: Deps, { id, expires_at: expiresAt }: StoredAccount): Promise<boolean> {
  return expiresAt !== null || !!(await findRow(db, 'subscription', { account_id: id, status: 'active' }, ['id']));
}

/**
 * What the positions lost that an account held in each part, and the breach that came of it. A breach that staff have
 * voided, or a balance that differs from the platform's, is left to people.
 */
async function findRestored(deps: Deps, account: StoredAccount, outage: readonly Outage[]) {
  if (account.verdict_held_from !== null) return null;
  const { breach, balanceCents, floorCents } = account.state;
  const found: FoundRemedy = { ...none, kind: 'restored', breach_at: breach && new Date(breach.at) };
  let lostCents = 0;
  for (const part of outage) {
    const held = await follow(deps, account, part);
    if (held.kind === 'waiting') return null;
    if (held.kind === 'flat') continue;
    found.before_cents ??= held.beforeCents;
    found.after_cents = held.afterCents;
    if (held.breach === null) lostCents += Math.max(0, held.beforeCents - held.afterCents);
    else if (breach?.at !== held.breach.at)
      return [{ ...none, kind: 'refund' as const, breach_at: new Date(held.breach.at) }];
    else {
      // Above the floors, which may have risen with the price since the outage began.
      const floor = Math.max(breach.floorCents, floorCents ?? breach.floorCents);
      const goal = held.beforeCents > floor ? held.beforeCents : held.breach.equityCents;
      const owed = goal + held.movedCents - balanceCents + lostCents;
      return [{ ...found, amount_cents: owed > 0 ? owed : null }];
    }
  }
  // A later loss ends the account unless the credit, in time, would have kept it.
  const isLost = breach !== null && balanceCents + lostCents <= (floorCents ?? Number.NEGATIVE_INFINITY);
  return lostCents === 0 || isLost ? [] : [{ ...found, amount_cents: lostCents }];
}

async function follow(deps: Deps, account: StoredAccount, part: Outage) {
  const rules = rulesOf(deps.catalog, account);
  const start = await readCheckpoint(deps.db, account.id, rules, part.from);
  const rows = await deps.db
    .selectFrom('account_event')
    .select(['source_id as sourceId', 'event'])
    .where('account_id', '=', account.id)
    .where('at', '>=', start.at)
    .where('at', '<=', new Date(part.until + maxBreakMs))
    .execute();
  const events = rows.sort(compareDelivered).map(({ event }) => event);
  return followOutage(rules, start.state, events, part);
}
