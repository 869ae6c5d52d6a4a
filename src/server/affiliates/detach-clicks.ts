import { sql } from 'kysely';
import type { Deps } from '#server/core/deps.ts';

const dayMs = 86_400_000;
/** Visits stay counted, and orders already attributed stay attributed. */
const detachedValues = { browser: sql<string>`'detached-' || id`, click_id: null, consent_version: null };

/** Detaches a browser from its visits. */
export async function detachClicks({ db }: Deps, browserSessionId: string): Promise<void> {
  await db.updateTable('affiliate_click').set(detachedValues).where('browser', '=', browserSessionId).execute();
}

/** Detaches browsers from visits that are too old to be credited with an order. */
export async function detachOldClicks({ db, clock, catalog }: Deps): Promise<void> {
  const before = new Date(clock().getTime() - catalog.packages.affiliate.linkDays * dayMs);
  await db
    .updateTable('affiliate_click')
    .set(detachedValues)
    .where('consent_version', 'is not', null)
    .where('last_at', '<', before)
    .execute();
}
