import { hourMs, minuteMs } from '#lib/durations.ts';
import { compareDelivered } from '#server/accounts/event-log/apply-events.ts';
import { readCheckpoint } from '#server/accounts/event-log/read-checkpoint.ts';
import { rulesOf } from '#server/accounts/rules-of.ts';
import type { StoredAccount } from '#server/accounts/tables.ts';
import { findRow } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';
import { groupOf } from '#shared/accounts/lifecycle.ts';
import { isOpen, tradingDayOf } from '#shared/exchange/trading-day.ts';
import { followOutage, type Outage, withoutOthers } from '#shared/status/outage.ts';
import type { remedyKinds } from '#shared/status/status.ts';
import type { StoredIncident } from '../tables.ts';

export type FoundRemedy = {
  readonly kind: (typeof remedyKinds)[number];
  readonly amount_cents: number | null;
  readonly days: number | null;
  readonly before_cents: number | null;
  readonly after_cents: number | null;
  readonly breach_at: Date | null;
};

/** The market's longest break, with a holiday: the first price comes within it. */
const maxBreakMs = 96 * hourMs;
const none = { amount_cents: null, days: null, before_cents: null, after_cents: null, breach_at: null };

export type OutageParts = { readonly parts: readonly Outage[]; readonly openMinutes: number; readonly days: number };

/** The parts of an incident's outage that no incident resolved before it covers: an hour counts once. */
export async function readOutage(deps: Deps, { id, ...incident }: StoredIncident): Promise<OutageParts> {
  const others = await deps.db
    .selectFrom('incident')
    .select(['outage_from', 'outage_until', 'outage_platform'])
    .where('id', '<>', id)
    .where('component', '=', incident.component)
    .where('resolved_at', '<=', incident.resolved_at)
    .where((eb) => eb.or([eb('resolved_at', '<', incident.resolved_at), eb('id', '<', id)]))
    .where('outage_from', 'is not', null)
    .execute();
  const isSame = (platform: string | null) => platform === 'all' || incident.outage_platform === platform;
  const parts = withoutOthers(spanOf(incident), others.filter((other) => isSame(other.outage_platform)).map(spanOf));
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

function spanOf(row: Pick<StoredIncident, 'outage_from' | 'outage_until'>): Outage {
  return { from: row.outage_from?.getTime() ?? 0, until: row.outage_until?.getTime() ?? 0 };
}

/** What the table gives an account for an outage; null while that can't be known. */
export async function findRemedies(
  deps: Deps,
  account: StoredAccount,
  { component, remedies_version: version }: StoredIncident,
  { parts, openMinutes, days }: OutageParts,
): Promise<readonly FoundRemedy[] | null> {
  const rows = (deps.catalog.remedies.versions.find((each) => each.version === version)?.rows ?? []).filter(
    (row) =>
      row.component === component && row.phases.includes(groupOf(account.phase)) && openMinutes >= row.fromMinutes,
  );
  const found: FoundRemedy[] = [];
  if (rows.some(({ remedy, position }) => remedy === 'restored' && position === 'open')) {
    const restored = await findRestored(deps, account, parts);
    if (restored === null) return null;
    found.push(...restored);
  }
  if (rows.some(({ remedy }) => remedy === 'extension') && (await hasPaidTime(deps, account))) {
    found.push({ ...none, kind: 'extension', days });
  }
  return found;
}

/** Whether time runs that the trader has paid for, or a trial's. */
async function hasPaidTime({ db }: Deps, { id, expires_at: expiresAt }: StoredAccount): Promise<boolean> {
  return (
    expiresAt !== null ||
    (await findRow(db, 'subscription', { account_id: id, status: 'active' }, ['id'])) !== undefined
  );
}

/**
 * What the positions lost that an account held in each part, and the breach that came of it. A breach that staff have
 * voided, or a balance that differs from the platform's, is left to people.
 */
async function findRestored(
  deps: Deps,
  account: StoredAccount,
  outage: readonly Outage[],
): Promise<FoundRemedy[] | null> {
  if (account.verdict_held_from !== null) return null;
  const { breach, balanceCents, floorCents } = account.state;
  let lostCents = 0;
  let first: number | null = null;
  let last = 0;
  for (const part of outage) {
    const held = await follow(deps, account, part);
    if (held.kind === 'waiting') return null;
    if (held.kind === 'flat') continue;
    first ??= held.beforeCents;
    last = held.afterCents;
    if (held.breach !== null) {
      if (breach?.at !== held.breach.at) return [{ ...none, kind: 'refund', breach_at: new Date(held.breach.at) }];
      // Above the floors, which may have risen with the price since the outage began.
      const floor = Math.max(breach.floorCents, floorCents ?? breach.floorCents);
      const goal = held.beforeCents > floor ? held.beforeCents : held.breach.equityCents;
      const owed = goal + held.movedCents - balanceCents + lostCents;
      return [restored(Math.max(0, owed), first, last, new Date(breach.at))];
    }
    lostCents += Math.max(0, held.beforeCents - held.afterCents);
  }
  if (first === null || lostCents === 0) return [];
  if (breach === null) return [restored(lostCents, first, last, null)];
  // With the credit in time, a later loss might not have ended the account.
  return balanceCents + lostCents > (floorCents ?? Number.NEGATIVE_INFINITY)
    ? [restored(lostCents, first, last, new Date(breach.at))]
    : [];
}

function restored(cents: number, beforeCents: number, afterCents: number, breachAt: Date | null): FoundRemedy {
  return {
    ...{ kind: 'restored', amount_cents: cents === 0 ? null : cents, days: null, breach_at: breachAt },
    ...{ before_cents: beforeCents, after_cents: afterCents },
  };
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
