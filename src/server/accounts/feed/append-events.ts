import { type Deps, ServiceError, type Trx } from '#server/core/deps.ts';
import { type ContractLimitCrossing, findContractLimitCrossings } from '#shared/accounts/max-contracts.ts';
import type { AccountEvent, AccountState } from '#shared/accounts/model.ts';
import { type Alerts, findAlerts, findAlertsAfterReplay, raiseAlerts } from '../alerts/raise.ts';
import { applyEvents, type Checkpoint, compareDelivered, minuteOf } from '../event-log/apply-events.ts';
import { accountChangeMessage } from '../event-log/channel.ts';
import {
  findStoredIds,
  insertEvents,
  type PerAccount,
  type Snapshot,
  updateSnapshots,
  upsertCheckpoints,
  upsertPoints,
} from '../event-log/feed-rows.ts';
import { replayFromCheckpoint } from '../event-log/replay-from-checkpoint.ts';
import { endInactivity } from '../inactivity/end-inactivity.ts';
import { enforcePersonalStop } from '../personal-stop/enforce.ts';
import type { DeliveredEvent } from '../ports/platform/platform.ts';
import { rulesColumns, rulesOf } from '../rules-of.ts';
import { applyAmendments } from './apply-amendments.ts';
import { markForDetection } from './mark-for-detection.ts';
import { notifyOutcome } from './notify-outcome.ts';
import { queueCopies } from './queue-copies.ts';
import { queueFillWebhooks } from './queue-fill-webhooks.ts';
import { recordLimitCrossings } from './record-limit-crossings.ts';
import { moveHold, withHold } from './with-hold.ts';

export type AppendResult = {
  /** Ids of the newly stored events. */
  readonly accepted: ReadonlySet<string>;
  readonly sequence: number;
  readonly state: AccountState;
};

type Account = Awaited<ReturnType<typeof lockAccounts>>[number];

type ChangedAccount = {
  readonly account: Account;
  readonly snapshot: Snapshot;
  /** Whether the service behind a reset or a voided breach notifies the owner itself. */
  readonly isAnnounced: boolean;
  readonly crossings: readonly ContractLimitCrossing[];
  readonly alerts: Alerts;
  readonly points: ReturnType<typeof applyEvents>['points'];
  readonly checkpoints: readonly Checkpoint[];
  /** The state before the applied events, and those events. */
  readonly from: AccountState;
  readonly events: readonly AccountEvent[];
};

/**
 * Stores events of any number of accounts in a fixed number of statements. Rows are locked in a fixed order, so
 * that concurrent servers never deadlock. Unknown accounts are missing from the result. An account that fails has its
 * error as the result, and the others are still stored. `rewrittenFrom` has the time from which an account's stored events
 * have changed.
 */
export async function appendEvents(
  deps: Deps,
  trx: Trx,
  delivered: PerAccount<readonly DeliveredEvent[]>,
  rewrittenFrom: PerAccount<number> = new Map(),
): Promise<Map<string, AppendResult | ServiceError>> {
  const accounts = await lockAccounts(trx, [...delivered.keys()]);
  const newEvents = await pickNewEvents(trx, accounts, await applyAmendments(trx, delivered));
  const earliestOf = ({ id }: Account) =>
    Math.min(
      newEvents.get(id)?.[0]?.event.at ?? Number.POSITIVE_INFINITY,
      rewrittenFrom.get(id) ?? Number.POSITIVE_INFINITY,
    );
  // A day's marks are pruned after some weeks; recalculating it without them could change the verdict.
  const tooOld = new Set(
    accounts.filter((each) => earliestOf(each) < each.marks_retained_from.getTime()).map(({ id }) => id),
  );
  for (const id of tooOld) newEvents.delete(id);
  const results = new Map<string, AppendResult | ServiceError>();
  const changed: ChangedAccount[] = [];
  const byId = new Map(accounts.map((account) => [account.id, account]));
  await insertEvents(trx, newEvents, (id) => byId.get(id)?.sequence ?? 0);
  await markForDetection(trx, newEvents);
  for (const account of accounts) {
    if (tooOld.has(account.id)) {
      results.set(account.id, new ServiceError(409, 'event_too_old'));
      continue;
    }
    const events = newEvents.get(account.id) ?? [];
    const rules = rulesOf(deps.catalog, account);
    const rewritten = rewrittenFrom.get(account.id);
    const lateFrom = earlier(await findLateness(trx, account, events), rewritten);
    const replayStart = lateFrom === null ? null : await replayFromCheckpoint(trx, account.id, rules, lateFrom);
    const start = replayStart ?? {
      ...account,
      checkpointCount: account.checkpoint_count,
      events: events.map(({ event }) => event),
    };
    const base = { ...start, state: withHold(start.state, account.verdict_held_from !== null) };
    const applied = applyEvents(rules, base, base.events);
    const sequence = account.sequence + Math.max(events.length, rewritten === undefined ? 0 : 1);
    if (replayStart !== null) await moveHold(trx, account, replayStart.from);
    results.set(account.id, {
      accepted: new Set(events.map(({ sourceId }) => sourceId)),
      sequence,
      state: events.length === 0 && rewritten === undefined ? account.state : applied.state,
    });
    if (events.length === 0 && rewritten === undefined) continue;
    const crossings = findContractLimitCrossings(rules, base.state, base.events);
    const { state, checkpointCount, points, checkpoints } = applied;
    const alerts =
      replayStart === null
        ? findAlerts(rules, account, account.state, base.events)
        : findAlertsAfterReplay(rules, account, state);
    const wasReset = events.some(({ event }) => event.type === 'reset');
    const isAnnounced = wasReset || events.some(({ event }) => event.type === 'breach-void');
    const compactDueAt = applied.newDayAt ?? replayStart?.from ?? null;
    const snapshot = {
      accountId: account.id,
      state,
      sequence,
      checkpointCount,
      replayedFrom: replayStart?.from ?? null,
      compactDueAt,
      hasNewHistory: wasReset || rewritten !== undefined || changesPast(account, lateFrom),
    };
    const { state: from, events: replayed } = base;
    changed.push({ account, snapshot, isAnnounced, crossings, alerts, points, checkpoints, from, events: replayed });
  }
  if (changed.length === 0) return results;
  await storeChanges(trx, changed);
  await tellOf(deps, trx, changed);
  const changedAccounts = changed.map(({ account }) => account);
  await endInactivity(deps, trx, changedAccounts, newEvents);
  await queueFillWebhooks(deps, trx, accounts, newEvents);
  await queueCopies(deps, trx, newEvents);
  return results;
}

async function storeChanges(trx: Trx, changed: readonly ChangedAccount[]): Promise<void> {
  await upsertPoints(trx, new Map(changed.map(({ account, points }) => [account.id, points])));
  await upsertCheckpoints(trx, new Map(changed.map(({ account, checkpoints }) => [account.id, checkpoints])));
  const snapshots = changed.map(({ snapshot }) => snapshot);
  await updateSnapshots(trx, snapshots);
}

/** Tells owners, other servers and open screens what events have changed. */
async function tellOf(deps: Deps, trx: Trx, changed: ChangedAccount[]): Promise<void> {
  // In the order of their owners, because notifications lock the owners' rows too.
  changed.sort((left, right) => (left.account.person_id < right.account.person_id ? -1 : 1));
  for (const { account, snapshot, isAnnounced, crossings, alerts, from, events } of changed) {
    await recordLimitCrossings(deps, trx, account, crossings);
    await raiseAlerts(deps, trx, account, alerts);
    const rules = rulesOf(deps.catalog, account);
    await enforcePersonalStop(deps, trx, account, rules, { from, events, state: snapshot.state });
    const subject = { ...account, sequence: snapshot.sequence, isAnnounced };
    await notifyOutcome(deps, trx, subject, account.state, snapshot.state);
  }
  const messages = changed.map(({ account, snapshot: { accountId, sequence } }) =>
    accountChangeMessage(account.person_id, { accountId, sequence }),
  );
  await deps.bus.publishAll(trx, messages);
}

async function lockAccounts(trx: Trx, ids: readonly string[]) {
  return trx
    .selectFrom('trading_account')
    .select(['id', 'person_id', 'platform_account_id', 'ended_at', 'state', 'sequence'])
    .select([
      'checkpoint_count',
      'marks_retained_from',
      'alert_settings',
      'alerts_pending',
      'personal_stop',
      'is_inactive',
      'verdict_held_from',
      ...rulesColumns,
    ])
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Delivered events that aren't stored yet, each once, in the order they apply. */
async function pickNewEvents(
  trx: Trx,
  accounts: readonly Account[],
  delivered: PerAccount<readonly DeliveredEvent[]>,
): Promise<Map<string, DeliveredEvent[]>> {
  const ofKnownAccounts = new Map(accounts.map(({ id }) => [id, delivered.get(id) ?? []]));
  const storedIds = await findStoredIds(trx, ofKnownAccounts);
  const newEvents = new Map<string, DeliveredEvent[]>();
  for (const account of accounts) {
    // The first of several with one id is stored; the others are its versions.
    const ofAccount = (ofKnownAccounts.get(account.id) ?? []).toReversed();
    const bySource = new Map(ofAccount.map((entry) => [entry.sourceId, entry]));
    for (const sourceId of storedIds.get(account.id) ?? []) bySource.delete(sourceId);
    const events = [...bySource.values()].sort(compareDelivered);
    if (events.length > 0) newEvents.set(account.id, events);
  }
  return newEvents;
}

/** The time of the first event that precedes a stored one; null if all come later. */
async function findLateness(trx: Trx, account: Account, events: readonly DeliveredEvent[]): Promise<number | null> {
  const [earliest] = events;
  const { lastEventAt } = account.state;
  if (!earliest || lastEventAt === null || earliest.event.at > lastEventAt) return null;
  if (earliest.event.at < lastEventAt) return earliest.event.at;
  const rows = await trx
    .selectFrom('account_event')
    .select(['source_id as sourceId', 'event'])
    .where('account_id', '=', account.id)
    .where('at', '=', new Date(lastEventAt))
    .where('sequence', '<=', account.sequence)
    .execute();
  return rows.some((row) => compareDelivered(earliest, row) < 0) ? earliest.event.at : null;
}

/** A delay within the current minute changes only what every stream message contains anyway. */
function changesPast({ state: { lastEventAt } }: Account, lateFrom: number | null): boolean {
  return lateFrom !== null && lastEventAt !== null && minuteOf(lateFrom) < minuteOf(lastEventAt);
}

function earlier(at: number | null, other: number | undefined): number | null {
  if (other === undefined) return at;
  return at === null ? other : Math.min(at, other);
}
