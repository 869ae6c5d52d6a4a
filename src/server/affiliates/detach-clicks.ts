import { sql } from 'kysely';
import { dayMs } from '#lib/durations.ts';
import { below, isNotNull, updateRow } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';

/** Visits stay counted, and orders already attributed stay attributed. */
const detachedValues = { browser: sql<string>`'detached-' || id`, click_id: null, consent_version: null };

export async function detachClicks({ db }: Deps, browserSessionId: string): Promise<void> {
  await db.updateTable('affiliate_click').set(detachedValues).where('browser', '=', browserSessionId).execute();
}

/** Detaches browsers from visits that no version of the agreement credits with an order any longer. */
export async function detachOldClicks({ db, clock, catalog }: Deps): Promise<void> {
  const linkDays = Math.max(...Object.values(catalog.packages.affiliate).map((terms) => terms.linkDays));
  const before = new Date(clock().getTime() - linkDays * dayMs);
  await updateRow(db, 'affiliate_click', { consent_version: isNotNull, last_at: below(before) }, detachedValues);
}
