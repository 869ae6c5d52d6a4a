import { dayMs } from '#lib/durations.ts';
import type { Deps } from '#server/core/deps.ts';
import { sendMail } from './send.ts';

/** Delivers the mails of the demo's past, which `reconcile-mails` would give up before their jobs run. */
export async function seedPastMails(deps: Deps): Promise<void> {
  const past = await deps.db
    .selectFrom('mail')
    .select('id')
    .where('sent_at', 'is', null)
    .where('refused_at', 'is', null)
    .where('created_at', '<=', new Date(deps.clock().getTime() - dayMs))
    .orderBy('created_at')
    .execute();
  for (const { id } of past) await sendMail(deps, id);
}
