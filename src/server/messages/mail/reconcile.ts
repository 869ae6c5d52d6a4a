import type { Deps } from '#server/core/deps.ts';
import { requeueUnsent } from './requeue-unsent.ts';
import { mailUselessAfterMs } from './useless-after.ts';

/** Longer than a mail server's timeout. */
const staleAfterMs = 90_000;

/** Requeues mails whose process died while sending, or that the queue gave up on. */
export async function reconcileMails(deps: Deps, { afterStart = false } = {}): Promise<void> {
  const send = (id: string) => deps.jobs.send(deps.db, 'send-mail', { mailId: id }, { singletonKey: id });
  const uselessAfterMs = mailUselessAfterMs;
  await requeueUnsent(deps, { table: 'mail', job: 'send-mail', staleAfterMs, uselessAfterMs, afterStart, send });
}
