import { insertOnce } from '#server/core/database/rows.ts';
import { type Deps, newId, type Trx } from '#server/core/deps.ts';

type QueuedPush = {
  /** At most one message per key and browser. */
  readonly dedupeKey: string;
  readonly personId: string;
  readonly title: string;
  readonly body: string;
  readonly path: string;
};

/** Stores a message for each of the person's browsers and enqueues its job, in the caller's transaction. */
export async function queuePush(deps: Deps, trx: Trx, { dedupeKey, personId, ...message }: QueuedPush): Promise<void> {
  const targets = await trx.selectFrom('push_subscription').select('id').where('person_id', '=', personId).execute();
  for (const { id: subscriptionId } of targets) {
    const id = newId();
    const isStored = await insertOnce(trx, 'push_message', {
      id,
      subscription_id: subscriptionId,
      dedupe_key: `${dedupeKey}:${subscriptionId}`,
      message: JSON.stringify(message),
      created_at: deps.clock(),
    });
    if (isStored) await deps.jobs.send(trx, 'send-push', { messageId: id }, { singletonKey: id });
  }
}
