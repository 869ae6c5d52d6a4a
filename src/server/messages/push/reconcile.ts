import type { Deps } from '#server/core/deps.ts';
import { requeueUnsent } from '../mail/requeue-unsent.ts';

/** Longer than a push service's timeout. */
const staleAfterMs = 60_000;
const retentionMs = 7 * 86_400_000;

/** Requeues messages whose process died while sending, and deletes those older than a week. */
export async function reconcilePushes(deps: Deps, { afterStart = false } = {}): Promise<void> {
  const send = (id: string) => deps.jobs.send(deps.db, 'send-push', { messageId: id }, { singletonKey: id });
  const limits = { staleAfterMs, uselessAfterMs: retentionMs };
  await requeueUnsent(deps, { table: 'push_message', job: 'send-push', ...limits, afterStart, send });
  await deps.db
    .deleteFrom('push_message')
    .where('created_at', '<', new Date(deps.clock().getTime() - retentionMs))
    .execute();
}
