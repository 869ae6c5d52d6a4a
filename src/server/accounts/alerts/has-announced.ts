import { sql } from 'kysely';
import type { Db, Trx } from '#server/core/deps.ts';
import type { PlatformCapability } from '#shared/accounts/platform-capabilities.ts';
import type { PlatformName } from '#shared/catalog/platforms.ts';

/** Whether a bridge has announced a capability: that of a platform, or of any. */
export async function hasAnnounced(
  executor: Db | Trx,
  capability: PlatformCapability,
  platform?: PlatformName,
): Promise<boolean> {
  const found = await executor
    .selectFrom('bridge_heartbeat')
    .select('platform')
    .where(sql<boolean>`${capability} = any(capabilities)`)
    .where((eb) => (platform === undefined ? eb.lit(true) : eb('platform', '=', platform)))
    .executeTakeFirst();
  return found !== undefined;
}
