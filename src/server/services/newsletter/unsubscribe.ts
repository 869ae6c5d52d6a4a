import type { Deps } from '../../deps.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { type LinkGiven, opensUnsubscription } from './links.ts';

/** Ends the subscription at once, however old the link. Idempotent. @returns false for an invalid link */
export async function unsubscribeFromNewsletter(deps: Deps, given: LinkGiven): Promise<boolean> {
  if (!opensUnsubscription(deps, given)) return false;
  await deps.db.transaction().execute(async (trx) => {
    const ended = await trx
      .updateTable('newsletter_subscription')
      .set({ unsubscribed_at: deps.clock() })
      .where('id', '=', given.id)
      .where('unsubscribed_at', 'is', null)
      .executeTakeFirst();
    if (ended.numUpdatedRows !== 1n) return;
    await writeAudit(deps, trx, {
      actor: 'system',
      action: 'newsletter-ended',
      entity: 'newsletter',
      entityId: given.id,
    });
  });
  return true;
}
