import type { Deps, Trx } from '../../deps.ts';
import { placeSimulatedOrders } from '../simulator/place-orders.ts';
import { appendCopyLog } from './append-log.ts';
import { describeCopy, linkAfter } from './describe-copies.ts';
import { findCopierPackage } from './find-package.ts';
import { readLeaderPrices } from './leader-prices.ts';
import { notifyOfChanges } from './notify-of-changes.ts';
import { planCopy } from './plan-copies.ts';
import { copierChannel } from './queue-copies.ts';
import { type Follower, lockFollowers } from './read-followers.ts';
import { storeLinks } from './store-links.ts';

/** An entry older than this isn't followed any more: at a later price it would be another trade. */
const freshMs = 10_000;

export type CopyGroup = {
  readonly id: string;
  readonly person_id: string;
  readonly leader_id: string;
};

/** Locks a group. Everything that changes followers locks it first, and then their accounts. */
export async function lockGroup(trx: Trx, groupId: string): Promise<CopyGroup | undefined> {
  return trx
    .selectFrom('copy_group')
    .select(['id', 'person_id', 'leader_id'])
    .where('id', '=', groupId)
    .forUpdate()
    .executeTakeFirst();
}

/** Brings a group's followers in line with its leader. Doing it again, at any time, changes nothing. */
export async function copyPositions(deps: Deps, groupId: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const group = await lockGroup(trx, groupId);
    if (group) await copyInto(deps, trx, group);
  });
}

/** Like `copyPositions`, within the caller's transaction, which has locked the group. */
export async function copyInto(deps: Deps, trx: Trx, group: CopyGroup): Promise<void> {
  const due = await trx
    .selectFrom('copy_due')
    .select(['number', 'sequence', 'has_fill', 'stored_at'])
    .where('leader_id', '=', group.leader_id)
    .orderBy('number')
    .execute();
  const followers = await lockFollowers(deps, trx, group.id);
  const running = followers.filter(({ link }) => link.phase !== 'disarmed');
  if (running.length > 0) await copyTo(deps, trx, group, running, due);
  if (due.length === 0) return;
  await trx
    .deleteFrom('copy_due')
    .where('leader_id', '=', group.leader_id)
    .where(
      'number',
      'in',
      due.map(({ number }) => number),
    )
    .execute();
}

type Due = { readonly sequence: number; readonly has_fill: boolean; readonly stored_at: Date };

async function copyTo(deps: Deps, trx: Trx, group: CopyGroup, followers: readonly Follower[], due: readonly Due[]) {
  const { state } = await trx
    .selectFrom('trading_account')
    .select('state')
    .where('id', '=', group.leader_id)
    .executeTakeFirstOrThrow();
  const now = deps.clock().getTime();
  const firstFill = due.find(({ has_fill: hasFill }) => hasFill);
  const isFresh = firstFill !== undefined && now - firstFill.stored_at.getTime() <= freshMs;
  const covered = await findCopierPackage(deps, trx, group.person_id);
  const priceOf = await readLeaderPrices(trx, group.leader_id, state);
  const leader = { now, positions: state.positions, isFresh, covered, priceOf };
  const planned = followers.map((follower) => planCopy(leader, follower));
  const batches = planned.map(({ batch }) => batch);
  const filled = await placeSimulatedOrders(
    deps,
    trx,
    batches.filter(({ orders, prices }) => orders.length > 0 || prices.length > 0),
  );
  const trigger = {
    leaderSequence: firstFill?.sequence ?? null,
    leaderStoredAt: firstFill?.stored_at.getTime() ?? null,
  };
  const copiedAt = deps.clock().getTime();
  const changes = planned.map((copy) => {
    const link = linkAfter(copy, filled);
    const isCopied = copy.orders.some(({ id }) => filled.has(id));
    return { follower: copy.follower, link, isCopied, records: describeCopy(copy, filled, link, trigger, copiedAt) };
  });
  await storeLinks(deps, trx, changes);
  await appendCopyLog(
    deps,
    trx,
    group.id,
    changes.flatMap(({ records }) => records),
  );
  await notifyOfChanges(deps, trx, group.person_id, changes);
  const isUnsettled = changes.some(({ follower, link }) => link.phase !== follower.link.phase);
  if (isUnsettled || planned.some(({ isStopped }) => isStopped)) await queueAnother(deps, trx, group);
}

/** A follower that was just closed is found flat, or over, only when it is looked at again. */
async function queueAnother(deps: Deps, trx: Trx, { id, leader_id: leaderId }: CopyGroup): Promise<void> {
  await trx
    .insertInto('copy_due')
    .values({ leader_id: leaderId, sequence: 0, has_fill: false, stored_at: deps.clock() })
    .execute();
  await deps.bus.publish(trx, copierChannel, id);
}
