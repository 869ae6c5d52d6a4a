import { type Deps, notFound, ServiceError, type Trx } from '#server/core/deps.ts';
import type { DeliveredEvent } from '../ports/platform/platform.ts';
import { appendEvents } from './append-events.ts';
import { createDeliveryQueue, type DeliveryQueue, type IngestResult } from './delivery-queue.ts';

const queues = new WeakMap<Deps, DeliveryQueue>();

/**
 * Stores events as a platform delivers them: at least once, in any order. They apply by time and source id, so all
 * deliveries of the same events lead to the same state. Resolves once stored.
 * @throws {ServiceError} 404 for an unknown account, 409 for events older than the retained marks
 */
export async function ingestEvents(
  deps: Deps,
  accountId: string,
  delivered: readonly DeliveredEvent[],
): Promise<IngestResult> {
  let queue = queues.get(deps);
  if (!queue) {
    queue = createDeliveryQueue((events) => deps.db.transaction().execute((trx) => appendEvents(deps, trx, events)));
    queues.set(deps, queue);
  }
  return queue.add(accountId, delivered);
}

/** Like `ingestEvents`, within the caller's transaction; listeners are notified on commit. */
export async function ingestInTransaction(
  deps: Deps,
  trx: Trx,
  accountId: string,
  delivered: readonly DeliveredEvent[],
): Promise<IngestResult> {
  const result = (await appendEvents(deps, trx, new Map([[accountId, delivered]]))).get(accountId);
  if (!result) throw notFound();
  if (result instanceof ServiceError) throw result;
  return { ...result, accepted: result.accepted.size };
}
