import { isDatabaseUnavailable } from '#server/core/database/timeouts.ts';
import { notFound, ServiceError } from '#server/core/deps.ts';
import type { AccountState } from '#shared/accounts/model.ts';
import type { PerAccount } from '../event-log/feed-rows.ts';
import type { DeliveredEvent } from '../ports/platform/platform.ts';
import type { AppendResult } from './append-events.ts';

/** Two batches at once: one is computed here while the database stores the other. */
const maxConcurrentBatches = 2;
const eventsPerBatch = 5_000;

export type IngestResult = { readonly accepted: number; readonly sequence: number; readonly state: AccountState };

type Delivery = {
  readonly accountId: string;
  readonly events: readonly DeliveredEvent[];
  readonly resolve: (ingested: IngestResult) => void;
  readonly reject: (error: unknown) => void;
};

type Append = (
  delivered: PerAccount<readonly DeliveredEvent[]>,
) => Promise<ReadonlyMap<string, AppendResult | ServiceError>>;

export type DeliveryQueue = {
  add(accountId: string, events: readonly DeliveredEvent[]): Promise<IngestResult>;
};

/**
 * Batches deliveries that arrive while earlier ones are being stored, which saves statements under load.
 * Nothing waits for a batch to fill. An account is in one batch at a time.
 */
export function createDeliveryQueue(append: Append): DeliveryQueue {
  let waiting: Delivery[] = [];
  const activeAccountIds = new Set<string>();
  let activeBatches = 0;

  function takeBatch(): Delivery[] {
    const batch: Delivery[] = [];
    const deferred: Delivery[] = [];
    let size = 0;
    for (const delivery of waiting) {
      const fits = size === 0 || size + delivery.events.length <= eventsPerBatch;
      if (!fits || activeAccountIds.has(delivery.accountId)) deferred.push(delivery);
      else {
        batch.push(delivery);
        size += delivery.events.length;
      }
    }
    waiting = deferred;
    return batch;
  }

  function startBatches(): void {
    while (activeBatches < maxConcurrentBatches) {
      const batch = takeBatch();
      if (batch.length === 0) return;
      activeBatches += 1;
      for (const { accountId } of batch) activeAccountIds.add(accountId);
      void store(batch).finally(() => {
        for (const { accountId } of batch) activeAccountIds.delete(accountId);
        activeBatches -= 1;
        startBatches();
      });
    }
  }

  async function store(batch: readonly Delivery[]): Promise<void> {
    try {
      settle(batch, await append(gather(batch)));
    } catch (error) {
      // Without a database each would fail alone, one after the other, while those behind them wait for minutes.
      if (batch.length === 1 || isDatabaseUnavailable(error)) for (const { reject } of batch) reject(error);
      // A failing delivery must not keep the others from being stored.
      else for (const delivery of batch) await store([delivery]);
    }
  }

  return {
    add: (accountId, events) =>
      new Promise((resolve, reject) => {
        waiting.push({ accountId, events, resolve, reject });
        // Lets other deliveries of this turn join.
        queueMicrotask(startBatches);
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

/** If a batch contains an event twice, only its first delivery counts it as accepted. */
function settle(batch: readonly Delivery[], results: ReadonlyMap<string, AppendResult | ServiceError>): void {
  const claimed = new Map<string, Set<string>>();
  for (const { accountId, events, resolve, reject } of batch) {
    const result = results.get(accountId);
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
