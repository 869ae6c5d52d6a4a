import { dayMs } from '#lib/durations.ts';
import { below, deleteRows } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';
import { requeueUnsent } from '../mail/requeue-unsent.ts';

/** Longer than a push service's timeout. */
const staleAfterMs = 60_000;
const retentionMs = 7 * dayMs;

/** Requeues messages whose process died while sending, and deletes those older than a week. */
export async function reconcilePushes(deps: Deps, { afterStart = false } = {}): Promise<void> {
  const send = (id: string) => deps.jobs.send(deps.db, 'send-push', { messageId: id }, { singletonKey: id });
  const limits = { staleAfterMs, uselessAfterMs: retentionMs };
  await requeueUnsent(deps, { table: 'push_message', job: 'send-push', ...limits, afterStart, send });
  await deleteRows(deps.db, 'push_message', { created_at: below(new Date(deps.clock().getTime() - retentionMs)) });
}
