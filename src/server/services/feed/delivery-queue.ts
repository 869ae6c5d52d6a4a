import type { AccountState } from '../../../domain/account/state.ts';
import { notFound, ServiceError } from '../../errors.ts';
import type { DeliveredEvent } from '../../ports/platform/platform.ts';
import type { PerAccount } from '../event-log/feed-rows.ts';
import type { AppendResult } from './append-events.ts';

/** Two batches at once: one is computed here while the database stores the other. */
const lanes = 2;
const eventsPerBatch = 5_000;

export type Ingested = { readonly accepted: number; readonly sequence: number; readonly state: AccountState };

type Delivery = {
  readonly accountId: string;
  readonly events: readonly DeliveredEvent[];
  readonly resolve: (ingested: Ingested) => void;
  readonly reject: (error: unknown) => void;
};

type Take = (
  delivered: PerAccount<readonly DeliveredEvent[]>,
) => Promise<ReadonlyMap<string, AppendResult | ServiceError>>;

export type DeliveryQueue = {
  add(accountId: string, events: readonly DeliveredEvent[]): Promise<Ingested>;
};

/**
 * Batches deliveries that arrive while earlier ones are being stored, so statements per event fall under load.
 * Nothing waits for a batch to fill. An account is in one batch at a time.
 */
export function createDeliveryQueue(take: Take): DeliveryQueue {
  let waiting: Delivery[] = [];
  const underWay = new Set<string>();
  let busy = 0;

  function next(): Delivery[] {
    const batch: Delivery[] = [];
    const left: Delivery[] = [];
    let size = 0;
    for (const delivery of waiting) {
      const fits = size === 0 || size + delivery.events.length <= eventsPerBatch;
      if (!fits || underWay.has(delivery.accountId)) left.push(delivery);
      else {
        batch.push(delivery);
        size += delivery.events.length;
      }
    }
    waiting = left;
    return batch;
  }

  function begin(): void {
    while (busy < lanes) {
      const batch = next();
      if (batch.length === 0) return;
      busy += 1;
      for (const { accountId } of batch) underWay.add(accountId);
      void store(batch).finally(() => {
        for (const { accountId } of batch) underWay.delete(accountId);
        busy -= 1;
        begin();
      });
    }
  }

  async function store(batch: readonly Delivery[]): Promise<void> {
    try {
      settle(batch, await take(gather(batch)));
    } catch (error) {
      if (batch.length === 1) for (const { reject } of batch) reject(error);
      // A failing delivery must not keep the others from being stored.
      else for (const delivery of batch) await store([delivery]);
    }
  }

  return {
    add: (accountId, events) =>
      new Promise((resolve, reject) => {
        waiting.push({ accountId, events, resolve, reject });
        // Lets other deliveries of this turn join.
        queueMicrotask(begin);
      }),
  };
}

function gather(batch: readonly Delivery[]): PerAccount<readonly DeliveredEvent[]> {
  const delivered = new Map<string, DeliveredEvent[]>();
  for (const { accountId, events } of batch) {
    const list = delivered.get(accountId) ?? [];
    for (const event of events) list.push(event);
    delivered.set(accountId, list);
  }
  return delivered;
}

/** If a batch has an event twice, the first delivery counts as its source. */
function settle(batch: readonly Delivery[], taken: ReadonlyMap<string, AppendResult | ServiceError>): void {
  const claimed = new Map<string, Set<string>>();
  for (const { accountId, events, resolve, reject } of batch) {
    const result = taken.get(accountId);
    if (!result || result instanceof ServiceError) {
      reject(result ?? notFound());
      continue;
    }
    const unclaimed = claimed.get(accountId) ?? new Set(result.accepted);
    claimed.set(accountId, unclaimed);
    let accepted = 0;
    for (const { sourceId } of events) if (unclaimed.delete(sourceId)) accepted += 1;
    resolve({ accepted, sequence: result.sequence, state: result.state });
  }
}
