import type { Deps } from '#server/core/deps.ts';
import type { LinkParams } from '#server/core/signature.ts';
import { isUnsubscribeKey } from './links.ts';

/** Ends the subscription, however old the link is. Idempotent. @returns false for an invalid link */
export async function unsubscribeFromStatus(deps: Deps, link: LinkParams): Promise<boolean> {
  if (!isUnsubscribeKey(deps, link)) return false;
  await deps.db
    .updateTable('status_subscription')
    .set({ unsubscribed_at: deps.clock() })
    .where('id', '=', link.id)
    .where('unsubscribed_at', 'is', null)
    .execute();
  return true;
}
