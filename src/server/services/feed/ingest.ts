import type { Deps, Trx } from '../../deps.ts';
import { notFound, ServiceError } from '../../errors.ts';
import type { DeliveredEvent } from '../../ports/platform/platform.ts';
import { appendEvents } from './append-events.ts';
import { createDeliveryQueue, type DeliveryQueue, type Ingested } from './delivery-queue.ts';

const queues = new WeakMap<Deps, DeliveryQueue>();

/**
 * Stores events as a platform delivers them: at least once, in any order. They count by time and source id, so all
 * deliveries of the same events end in the same state. Resolves once stored.
 * @throws {ServiceError} 404 for an unknown account, 409 for events older than the retained marks
 */
export async function ingestEvents(
  deps: Deps,
  accountId: string,
  delivered: readonly DeliveredEvent[],
): Promise<Ingested> {
  let queue = queues.get(deps);
  if (!queue) {
    queue = createDeliveryQueue((events) => deps.db.transaction().execute((trx) => appendEvents(deps, trx, events)));
    queues.set(deps, queue);
  }
  return queue.add(accountId, delivered);
}

/** Like `ingestEvents`, within the caller's transaction; listeners are notified on commit. */
export async function ingestInto(
  deps: Deps,
  trx: Trx,
  accountId: string,
  delivered: readonly DeliveredEvent[],
): Promise<Ingested> {
  const taken = (await appendEvents(deps, trx, new Map([[accountId, delivered]]))).get(accountId);
  if (!taken) throw notFound();
  if (taken instanceof ServiceError) throw taken;
  return { ...taken, accepted: taken.accepted.size };
}
