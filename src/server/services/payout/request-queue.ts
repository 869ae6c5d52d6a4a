import type { PayoutStatus } from '../../../domain/payout/stages.ts';
import { openStatuses } from '../../../domain/payout/stages.ts';
import type { Db, Deps } from '../../deps.ts';
import { ServiceError } from '../../errors.ts';

type Requested = { readonly payout: { readonly number: string; readonly status: PayoutStatus } };

type Queue = {
  /** How many have come since the queue began, and how many of them are still here. */
  arrived: number;
  present: number;
  last: Promise<void>;
  readonly keys: Set<string>;
  /** The newest payout that was found open, and who was waiting behind it. */
  opened: Opened | null;
};

type Opened = {
  /** The payout's number, for refusals. */
  readonly data: unknown;
  readonly arrived: number;
  /** The keys of waiting requests that already have a payout; read once for all. */
  paidKeys?: Promise<ReadonlySet<string>>;
};

type Place = {
  /** What has one open request at a time: a person's account, or their commissions. */
  readonly of: string;
  readonly personId: string;
  readonly idempotencyKey: string;
  readonly refusal: 'payout_open' | 'affiliate_payout_open';
};

const open: ReadonlySet<string> = new Set(openStatuses);
const queues = new WeakMap<Db, Map<string, Queue>>();

/**
 * Runs requests about the same money one after the other, so that a crowd of them waits in memory and holds one database
 * connection instead of all. Those that waited while another was taken are refused together, with one query for the
 * keys among them that repeat an earlier request. Requests at other servers are kept apart by the locks that each takes.
 * @throws {ServiceError} 409 with the number of the open request
 */
export async function queueRequest<Answer extends Requested>(
  { db }: Pick<Deps, 'db'>,
  { of, personId, idempotencyKey, refusal }: Place,
  take: () => Promise<Answer>,
): Promise<Answer> {
  const ofServer = queues.get(db) ?? new Map<string, Queue>();
  queues.set(db, ofServer);
  const queue = ofServer.get(of) ?? { arrived: 0, present: 0, last: Promise.resolve(), keys: new Set(), opened: null };
  ofServer.set(of, queue);
  queue.arrived += 1;
  queue.present += 1;
  queue.keys.add(idempotencyKey);
  const place = queue.arrived;
  const before = queue.last;
  const turn = Promise.withResolvers<void>();
  queue.last = turn.promise;
  try {
    await before;
    const { opened } = queue;
    if (opened && place <= opened.arrived) {
      opened.paidKeys ??= findPaidKeys(db, personId, queue.keys);
      const paidKeys = await opened.paidKeys;
      if (!paidKeys.has(idempotencyKey)) throw new ServiceError(409, refusal, { data: opened.data });
    }
    return await takeTurn(queue, refusal, take);
  } finally {
    turn.resolve();
    queue.present -= 1;
    if (queue.present === 0) ofServer.delete(of);
  }
}

async function takeTurn<Answer extends Requested>(
  queue: Queue,
  refusal: Place['refusal'],
  take: () => Promise<Answer>,
): Promise<Answer> {
  const asked = queue.arrived;
  try {
    const answer = await take();
    const { number, status } = answer.payout;
    if (open.has(status)) queue.opened = { data: { number }, arrived: queue.arrived };
    return answer;
  } catch (error) {
    // It was open before, or another server has opened it.
    if (error instanceof ServiceError && error.code === refusal) queue.opened = { data: error.data, arrived: asked };
    throw error;
  }
}

async function findPaidKeys(db: Db, personId: string, keys: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('payout')
    .select('idempotency_key')
    .where('person_id', '=', personId)
    .where('idempotency_key', 'in', [...keys])
    .execute();
  return new Set(rows.map(({ idempotency_key: key }) => key));
}
