import { dayMs } from '#lib/durations.ts';
import type { Deps } from '#server/core/deps.ts';
import type { LinkParams, LinkState } from '#server/core/signature.ts';
import { isConfirmKey } from './links.ts';

const lifetimeMs = 7 * dayMs;

/** The link's state; doesn't use the link. */
export async function findConfirmation(deps: Deps, { id, key }: LinkParams): Promise<LinkState> {
  const row = await deps.db.selectFrom('status_subscription').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row || !isConfirmKey(deps, row, key) || row.unsubscribed_at !== null) return 'dead';
  if (row.confirmed_at !== null) return 'confirmed';
  return deps.clock().getTime() - row.requested_at.getTime() < lifetimeMs ? 'open' : 'dead';
}

/** Confirms the address once; repeating it changes nothing. */
export async function confirmStatusSubscription(deps: Deps, link: LinkParams): Promise<LinkState> {
  const state = await findConfirmation(deps, link);
  if (state !== 'open') return state;
  await deps.db
    .updateTable('status_subscription')
    .set({ confirmed_at: deps.clock() })
    .where('id', '=', link.id)
    .where('confirmed_at', 'is', null)
    .where('unsubscribed_at', 'is', null)
    .execute();
  return 'confirmed';
}
