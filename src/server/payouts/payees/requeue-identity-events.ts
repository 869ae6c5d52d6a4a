import type { Deps } from '#server/core/deps.ts';
import { waitingKeys } from '#server/core/jobs/waiting-keys.ts';

/** Longer than a job may run. */
const staleAfterMs = 150_000;
/** By then staff have decided the check, or the provider has forgotten it. */
const uselessAfterMs = 30 * 86_400_000;
const batchSize = 200;

/** Requeues unhandled events whose job the queue gave up on, as after a long outage of the provider. */
export async function requeueIdentityEvents(deps: Deps): Promise<void> {
  const now = deps.clock().getTime();
  const unhandled = await deps.db
    .selectFrom('identity_event')
    .select('id')
    .where('handled_at', 'is', null)
    .where('received_at', '<=', new Date(now - staleAfterMs))
    .where('received_at', '>', new Date(now - uselessAfterMs))
    .where('id', 'not in', waitingKeys('handle-identity-event'))
    .orderBy('received_at')
    .limit(batchSize)
    .execute();
  for (const { id } of unhandled) {
    await deps.jobs.send(deps.db, 'handle-identity-event', { eventId: id }, { singletonKey: id });
  }
}
