import type { Deps } from '#server/core/deps.ts';
import { priorityOf } from './lanes.ts';
import { requeueUnsent } from './requeue-unsent.ts';
import { mailUselessAfterMs } from './useless-after.ts';

/** Longer than a mail server's timeout. */
const staleAfterMs = 90_000;

/** Requeues mails whose process died while sending, or that the queue gave up on, and gives up those that are too old. */
export async function reconcileMails(deps: Deps, { afterStart = false } = {}): Promise<void> {
  const now = deps.clock();
  await deps.db
    .updateTable('mail')
    .set({ given_up_at: now })
    .where('sent_at', 'is', null)
    .where('refused_at', 'is', null)
    .where('given_up_at', 'is', null)
    .where('created_at', '<=', new Date(now.getTime() - mailUselessAfterMs))
    .execute();
  const send = async (id: string) => {
    const mail = await deps.db.selectFrom('mail').select('lane').where('id', '=', id).executeTakeFirst();
    const options = { singletonKey: id, priority: mail && priorityOf[mail.lane] };
    await deps.jobs.send(deps.db, 'send-mail', { mailId: id }, options);
  };
  const uselessAfterMs = mailUselessAfterMs;
  await requeueUnsent(deps, { table: 'mail', job: 'send-mail', staleAfterMs, uselessAfterMs, afterStart, send });
}
