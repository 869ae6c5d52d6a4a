import type { Deps } from '../../deps.ts';
import { requeueUnsent } from '../mail/requeue-unsent.ts';

/** Longer than a push service's timeout. */
const usualMs = 60_000;
const keptMs = 7 * 86_400_000;

/** Requeues messages whose process died while sending, and forgets those sent a week ago. */
export async function reconcilePushes(deps: Deps, { afterStart = false } = {}): Promise<void> {
  const send = (id: string) => deps.jobs.send(deps.db, 'send-push', { messageId: id }, { singletonKey: id });
  await requeueUnsent(deps, { table: 'push_message', usualMs, afterStart, send });
  await deps.db
    .deleteFrom('push_message')
    .where('created_at', '<', new Date(deps.clock().getTime() - keptMs))
    .execute();
}
