import type * as z from 'zod/mini';
import { findRow, insertOnce, listRows } from '#server/core/database/rows.ts';
import { type Deps, invalid, ServiceError } from '#server/core/deps.ts';
import type { ReceivedRequest } from '#shared/accounts/bridge-signature.ts';
import { platformCapabilities } from '#shared/accounts/platform-capabilities.ts';
import { type PlatformName, platforms } from '#shared/catalog/platforms.ts';
import { isOpen } from '#shared/exchange/trading-day.ts';
import { bridgeHeartbeatSchema } from '../ports/platform/bridge-messages.ts';
import { readBridgeMessage } from './read-message.ts';

/** Bridges send a heartbeat about every half minute. */
export const silentAfterMs = 3 * 60_000;

/**
 * Records that the bridge has delivered all events until now, so that the account screen can tell a quiet market
 * from a broken connection. A repeated one is no new sign of life, as somebody may have recorded it.
 * @throws as for deliveries, and {ServiceError} 409 for one that was sent before the last
 */
export async function receiveHeartbeat(deps: Deps, request: ReceivedRequest): Promise<{ readonly seenAt: number }> {
  const parsed = bridgeHeartbeatSchema.safeParse(await readBridgeMessage(deps, request));
  if (!parsed.success) throw invalid({ platform: ['invalid'] });
  const { platform, capabilities = [], tasks = [] } = parsed.data;
  const { feedLagMs = null, maintenanceUntil = null, problem = null } = parsed.data;
  // Uses our clock, because the bridge's may be minutes off.
  const seenAt = deps.clock();
  const state = {
    ...{
      capabilities: platformCapabilities.filter((each) => capabilities.includes(each)),
      feed_lag_ms: feedLagMs,
      problem,
    },
    maintenance_until: maintenanceUntil === null ? null : new Date(maintenanceUntil),
  };
  const sentAt = new Date(Number(request.timestamp));
  const { numInsertedOrUpdatedRows } = await deps.db
    .insertInto('bridge_heartbeat')
    .values({ platform, ...state, sent_at: sentAt, seen_at: problem === null ? seenAt : null })
    .onConflict((conflict) =>
      conflict
        .column('platform')
        .doUpdateSet((eb) => ({
          ...state,
          sent_at: sentAt,
          seen_at: eb
            .case()
            .when('bridge_heartbeat.sent_at', '=', sentAt)
            .then(eb.fn.coalesce('bridge_heartbeat.seen_at', 'excluded.seen_at'))
            .else(eb.fn<Date | null>('greatest', ['bridge_heartbeat.seen_at', 'excluded.seen_at']))
            .end(),
        }))
        .where('bridge_heartbeat.sent_at', '<=', sentAt),
    )
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) throw new ServiceError(409, 'event_too_old');
  await recordTasks(deps, platform, tasks);
  return { seenAt: seenAt.getTime() };
}

/** A platform's last heartbeat; null before the first one and for the simulated platform. */
export async function findHeartbeat(deps: Deps, platform: PlatformName): Promise<number | null> {
  const row = await findRow(deps.db, 'bridge_heartbeat', { platform }, ['seen_at']);
  return row?.seen_at?.getTime() ?? null;
}

/** A silent platform, and its last heartbeat; null if there has never been one. */
type SilentPlatform = { readonly platform: PlatformName; readonly seenAt: Date | null };

/**
 * Platforms whose bridge is silent while the market is open. One that has never sent a heartbeat counts from the
 * opening of its first account, which a restart doesn't change.
 */
export async function findSilentPlatforms(deps: Deps): Promise<readonly SilentPlatform[]> {
  const now = deps.clock().getTime();
  if (!deps.platform.deliversHeartbeats || !isOpen(now)) return [];
  const before = new Date(now - silentAfterMs);
  const seen = await deps.db.selectFrom('bridge_heartbeat').select(['platform', 'seen_at as seenAt']).execute();
  const silent: SilentPlatform[] = seen.filter(({ seenAt }) => seenAt !== null && seenAt < before);
  for (const platform of platforms.filter((name) => !seen.some((row) => row.platform === name && row.seenAt))) {
    const waiting = await deps.db
      .selectFrom('trading_account')
      .select('id')
      .where('platform', '=', platform)
      .where('simulated', '=', false)
      .where('ended_at', 'is', null)
      .where('opened_at', '<', before)
      .limit(1)
      .executeTakeFirst();
    if (waiting) silent.push({ platform, seenAt: null });
  }
  return silent;
}

/** Alerts the operator to silent bridges. @returns their platforms */
export async function checkHeartbeats(deps: Deps): Promise<readonly PlatformName[]> {
  const silent = await findSilentPlatforms(deps);
  for (const { platform, seenAt } of silent) {
    deps.log.error({ platform, seenAt }, seenAt ? 'the bridge is silent' : 'the bridge has never sent a heartbeat');
  }
  return silent.map(({ platform }) => platform);
}

type Task = NonNullable<z.output<typeof bridgeHeartbeatSchema>['tasks']>[number];

/**
 * Replaces what a person must do on a platform. For an account with a task that is no longer open, the platform is asked
 * again at once, so that what was confirmed counts as done.
 */
async function recordTasks(deps: Deps, platform: PlatformName, tasks: readonly Task[]): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const ids = tasks.map(({ id }) => id);
    const gone = await trx
      .deleteFrom('platform_task')
      .where('platform', '=', platform)
      .$if(ids.length > 0, (query) => query.where('id', 'not in', ids))
      .returning(['account_id', 'kind'])
      .execute();
    for (const { account_id: accountId, kind } of gone) {
      if (kind === 'set-access') await deps.jobs.send(trx, 'sync-access', { accountId }, { singletonKey: accountId });
      if (kind === 'set-access' || kind === 'transfer-money') {
        await deps.jobs.send(trx, 'execute-payout-transfers', { accountId }, { singletonKey: accountId });
      }
    }
    if (tasks.length === 0) return;
    const known = await listRows(trx, 'trading_account', { platform, id: tasks.map(({ accountId }) => accountId) }, [
      'id',
    ]);
    const accountIds = new Set(known.map(({ id }) => id));
    const rows = tasks
      .filter(({ accountId }) => accountIds.has(accountId))
      .map(({ id, accountId, kind, text, command = null, requestedAt }) => ({
        ...{ platform, id, kind, text, command, account_id: accountId, requested_at: new Date(requestedAt) },
      }));
    if (rows.length === 0) return;
    await insertOnce(trx, 'platform_task', rows);
  });
}
