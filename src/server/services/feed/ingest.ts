import type { Deps, Trx } from '../../deps.ts';
import { notFound, ServiceError } from '../../errors.ts';
import type { DeliveredEvent } from '../../ports/platform/platform.ts';
import { appendEvents } from './append-events.ts';
import { createDeliveryQueue, type DeliveryQueue, type Ingested } from './delivery-queue.ts';

const queues = new WeakMap<Deps, DeliveryQueue>();

/**
 * Takes events as a platform delivers them: at least once, in any order. They count by their time and source id, so
 * every delivery of the same events ends in the same state. Resolves when they are stored; what is delivered meanwhile
 * is stored together. Throws a 404 for an account we do not have, a 409 for events older than the marks that are kept.
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

/** As `ingestEvents`, as a part of the caller's transaction; listeners hear of it when that commits. */
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
