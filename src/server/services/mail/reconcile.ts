import type { Deps } from '../../deps.ts';
import { requeueUnsent } from './requeue-unsent.ts';

/** Longer than a mail server's timeout. */
const staleAfterMs = 90_000;

/** Requeues mails whose process died while sending. */
export async function reconcileMails(deps: Deps, { afterStart = false } = {}): Promise<void> {
  const send = (id: string) => deps.jobs.send(deps.db, 'send-mail', { mailId: id }, { singletonKey: id });
  await requeueUnsent(deps, { table: 'mail', staleAfterMs, afterStart, send });
}
