import type { Deps } from '../../deps.ts';
import { type LinkGiven, opensUnsubscription } from './links.ts';

/** Ends the subscription at once, however old the link. Idempotent. @returns false for an invalid link */
export async function unsubscribeFromStatus(deps: Deps, given: LinkGiven): Promise<boolean> {
  if (!opensUnsubscription(deps, given)) return false;
  await deps.db
    .updateTable('status_subscription')
    .set({ unsubscribed_at: deps.clock() })
    .where('id', '=', given.id)
    .where('unsubscribed_at', 'is', null)
    .execute();
  return true;
}
