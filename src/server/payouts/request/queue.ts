import { listRows } from '#server/core/database/rows.ts';
import { type Db, type Deps, ServiceError } from '#server/core/deps.ts';
import type { PayoutStatus } from '#shared/payouts/stages.ts';
import { openStatuses } from '#shared/payouts/stages.ts';

type PayoutReply = { readonly payout: { readonly number: string; readonly status: PayoutStatus } };

type Queue = {
  /** How many requests have arrived since the queue began, and how many of them are still waiting. */
  arrived: number;
  present: number;
  last: Promise<void>;
  readonly keys: Set<string>;
  /** The newest payout found open, and the requests that were waiting behind it. */
  openPayout: OpenPayout | null;
};

type OpenPayout = {
  /** Data of the conflict: the payout's number. */
  readonly data: unknown;
  readonly arrived: number;
  /** Keys of waiting requests that already have a payout; read once for all of them. */
  paidKeys?: Promise<ReadonlySet<string>>;
};

type QueuedRequest = {
  /** What can have one open request at a time: a person's account, or their commissions. */
  readonly queueKey: string;
  readonly personId: string;
  readonly idempotencyKey: string;
  readonly conflictCode: 'payout_open' | 'affiliate_payout_open';
};

const openStatusSet: ReadonlySet<string> = new Set(openStatuses);
const queues = new WeakMap<Db, Map<string, Queue>>();

/**
 * Runs requests for the same money one after the other, so that a burst waits in memory and holds one database
 * connection. Requests that waited while another was accepted are refused together, with one query for those that
 * repeat an earlier request. Across servers, the locks each request takes keep them apart.
 * @throws {ServiceError} 409 with the open request's number
 */
export async function queueRequest<Reply extends PayoutReply>(
  { db }: Pick<Deps, 'db'>,
  { queueKey, personId, idempotencyKey, conflictCode }: QueuedRequest,
  take: () => Promise<Reply>,
): Promise<Reply> {
  const serverQueues = queues.get(db) ?? new Map<string, Queue>();
  queues.set(db, serverQueues);
  const queue: Queue = serverQueues.get(queueKey) ?? {
    ...{ arrived: 0, present: 0, last: Promise.resolve() },
    ...{ keys: new Set<string>(), openPayout: null },
  };
  serverQueues.set(queueKey, queue);
  queue.arrived += 1;
  queue.present += 1;
  queue.keys.add(idempotencyKey);
  const position = queue.arrived;
  const previous = queue.last;
  const turn = Promise.withResolvers<void>();
  queue.last = turn.promise;
  try {
    await previous;
    const { openPayout } = queue;
    if (openPayout && position <= openPayout.arrived) {
      openPayout.paidKeys ??= findPaidKeys(db, personId, queue.keys);
      const paidKeys = await openPayout.paidKeys;
      if (!paidKeys.has(idempotencyKey)) throw new ServiceError(409, conflictCode, { data: openPayout.data });
    }
    return await takeAndRemember(queue, conflictCode, take);
  } finally {
    turn.resolve();
    queue.present -= 1;
    if (queue.present === 0) serverQueues.delete(queueKey);
  }
}

async function takeAndRemember<Reply extends PayoutReply>(
  queue: Queue,
  conflictCode: QueuedRequest['conflictCode'],
  take: () => Promise<Reply>,
): Promise<Reply> {
  const arrivedBefore = queue.arrived;
  try {
    const reply = await take();
    const { number, status } = reply.payout;
    if (openStatusSet.has(status)) queue.openPayout = { data: { number }, arrived: queue.arrived };
    return reply;
  } catch (error) {
    // It was already open, or another server has opened it.
    if (error instanceof ServiceError && error.code === conflictCode)
      queue.openPayout = { data: error.data, arrived: arrivedBefore };
    throw error;
  }
}

async function findPaidKeys(db: Db, personId: string, keys: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const rows = await listRows(db, 'payout', { person_id: personId, idempotency_key: [...keys] }, ['idempotency_key']);
  return new Set(rows.map(({ idempotency_key: key }) => key));
}
