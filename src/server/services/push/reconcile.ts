import type { Deps } from '../../deps.ts';

/** Longer than a push service's timeout; after a start, longer than sending usually takes. */
const usualMs = 60_000;
const afterStartMs = 30_000;
const batch = 200;

/** Requeues messages whose process died while sending, and forgets those sent a week ago. */
export async function reconcilePushes(deps: Deps, { afterStart = false } = {}): Promise<void> {
  const now = deps.clock().getTime();
  const since = new Date(now - (afterStart ? afterStartMs : usualMs));
  await deps.db
    .updateTable('push_message')
    .set({ claimed_at: null })
    .where('sent_at', 'is', null)
    .where('claimed_at', '<=', since)
    .execute();
  const waiting = await deps.db
    .selectFrom('push_message')
    .select('id')
    .where('sent_at', 'is', null)
    .where('claimed_at', 'is', null)
    .where('created_at', '<=', since)
    .orderBy('created_at')
    .limit(batch)
    .execute();
  for (const { id } of waiting) await deps.jobs.send(deps.db, 'send-push', { messageId: id }, { singletonKey: id });
  await deps.db
    .deleteFrom('push_message')
    .where('created_at', '<', new Date(now - 7 * 86_400_000))
    .execute();
}
