import { type Deps, writeAudit } from '#server/core/deps.ts';
import type { LinkParams } from '#server/core/signature.ts';
import { isUnsubscribeKey } from './links.ts';

/** Ends the subscription, however old the link is. Idempotent. @returns false for an invalid link */
export async function unsubscribeFromNewsletter(deps: Deps, link: LinkParams): Promise<boolean> {
  if (!isUnsubscribeKey(deps, link)) return false;
  await deps.db.transaction().execute(async (trx) => {
    const ended = await trx
      .updateTable('newsletter_subscription')
      .set({ unsubscribed_at: deps.clock() })
      .where('id', '=', link.id)
      .where('unsubscribed_at', 'is', null)
      .executeTakeFirst();
    if (ended.numUpdatedRows !== 1n) return;
    await writeAudit(deps, trx, 'system', 'newsletter-ended', ['newsletter', link.id]);
  });
  return true;
}
