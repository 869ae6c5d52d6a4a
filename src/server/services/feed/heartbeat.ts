import { sql } from 'kysely';
import { isOpen } from '../../../domain/calendar/trading-day.ts';
import type { PlatformName } from '../../db/columns.ts';
import type { Deps } from '../../deps.ts';
import { invalid } from '../../errors.ts';
import { bridgeHeartbeatSchema } from '../../ports/platform/bridge-messages.ts';
import type { Signed } from '../../ports/platform/signature.ts';
import { readBridgeMessage } from './receive.ts';

/** A bridge says that it is there every half minute or so. */
const silentAfterMs = 3 * 60_000;

/**
 * Notes that the bridge has its platform's events until now, so that a dashboard on which nothing moves can tell a quiet
 * market from a broken line. One that comes late or twice changes nothing. Throws as a delivery does.
 */
export async function receiveHeartbeat(deps: Deps, body: string, signed: Signed): Promise<{ readonly seenAt: number }> {
  const parsed = bridgeHeartbeatSchema.safeParse(readBridgeMessage(deps, body, signed));
  if (!parsed.success) throw invalid({ platform: ['invalid'] });
  // By our clock: the bridge's own may be off by minutes.
  const seenAt = deps.clock();
  await sql`
    insert into bridge_heartbeat (platform, seen_at) values (${parsed.data.platform}, ${seenAt})
    on conflict (platform) do update set seen_at = greatest(bridge_heartbeat.seen_at, excluded.seen_at)
  `.execute(deps.db);
  return { seenAt: seenAt.getTime() };
}

/** When a platform's bridge was last heard of; null before the first time, and for the simulated platform. */
export async function findHeartbeat(deps: Deps, platform: PlatformName): Promise<number | null> {
  const row = await deps.db
    .selectFrom('bridge_heartbeat')
    .select('seen_at')
    .where('platform', '=', platform)
    .executeTakeFirst();
  return row?.seen_at.getTime() ?? null;
}

/** Tells the operator of a bridge that fell silent while the market is open. @returns the platforms that are silent */
export async function checkHeartbeats(deps: Deps): Promise<readonly PlatformName[]> {
  const now = deps.clock().getTime();
  if (deps.platform.name !== 'bridge' || !isOpen(now)) return [];
  const silent = await deps.db
    .selectFrom('bridge_heartbeat')
    .selectAll()
    .where('seen_at', '<', new Date(now - silentAfterMs))
    .execute();
  for (const { platform, seen_at: seenAt } of silent) deps.log.error({ platform, seenAt }, 'the bridge is silent');
  return silent.map(({ platform }) => platform);
}
