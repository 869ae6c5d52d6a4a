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
  /** The newest payout that was opened here, and who was waiting behind it. */
  opened: { readonly number: string; readonly idempotencyKey: string; readonly arrived: number } | null;
};

type Place = {
  /** What has one open request at a time: a person's account, or their commissions. */
  readonly of: string;
  readonly idempotencyKey: string;
  readonly refusal: 'payout_open' | 'affiliate_payout_open';
};

const open: ReadonlySet<string> = new Set(openStatuses);
const queues = new WeakMap<Db, Map<string, Queue>>();

/**
 * Runs requests about the same money one after the other, so that a crowd of them waits in memory and holds one database
 * connection instead of all. Requests that waited while another was taken are refused without asking the database.
 * Requests at other servers are kept apart by the locks that each of them takes.
 * @throws {ServiceError} 409 with the number of the open request
 */
export async function queueRequest<Answer extends Requested>(
  { db }: Pick<Deps, 'db'>,
  { of, idempotencyKey, refusal }: Place,
  take: () => Promise<Answer>,
): Promise<Answer> {
  const ofServer = queues.get(db) ?? new Map<string, Queue>();
  queues.set(db, ofServer);
  const queue = ofServer.get(of) ?? { arrived: 0, present: 0, last: Promise.resolve(), opened: null };
  ofServer.set(of, queue);
  queue.arrived += 1;
  queue.present += 1;
  const place = queue.arrived;
  const before = queue.last;
  const turn = Promise.withResolvers<void>();
  queue.last = turn.promise;
  try {
    await before;
    const { opened } = queue;
    if (opened && place <= opened.arrived && opened.idempotencyKey !== idempotencyKey) {
      throw new ServiceError(409, refusal, { data: { number: opened.number } });
    }
    const answer = await take();
    const { number, status } = answer.payout;
    if (open.has(status)) queue.opened = { number, idempotencyKey, arrived: queue.arrived };
    return answer;
  } finally {
    turn.resolve();
    queue.present -= 1;
    if (queue.present === 0) ofServer.delete(of);
  }
}
