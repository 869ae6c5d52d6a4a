import type { Deps } from '../../deps.ts';

/** Longer than a mail server's timeout; after a start, longer than sending usually takes. */
const usualMs = 90_000;
const afterStartMs = 30_000;
const batch = 200;

/** Requeues mails whose process died while sending; the queue itself would notice minutes later. */
export async function reconcileMails(deps: Deps, { afterStart = false } = {}): Promise<void> {
  const since = new Date(deps.clock().getTime() - (afterStart ? afterStartMs : usualMs));
  await deps.db
    .updateTable('mail')
    .set({ claimed_at: null })
    .where('sent_at', 'is', null)
    .where('claimed_at', '<=', since)
    .execute();
  const waiting = await deps.db
    .selectFrom('mail')
    .select('id')
    .where('sent_at', 'is', null)
    .where('claimed_at', 'is', null)
    .where('created_at', '<=', since)
    .orderBy('created_at')
    .limit(batch)
    .execute();
  for (const { id } of waiting) await deps.jobs.send(deps.db, 'send-mail', { mailId: id }, { singletonKey: id });
}
