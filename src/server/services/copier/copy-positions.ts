import type { Contract } from '../../../domain/instrument/contract-month.ts';
import { frameNumberAt } from '../../../domain/market/market.ts';
import type { Deps, Trx } from '../../deps.ts';
import { queueCheck, queueLaterCheck } from '../account/queue-copies.ts';
import { marketOf } from '../market/market.ts';
import { placeSimulatedOrders } from '../simulator/place-orders.ts';
import { findQuote } from '../trading/quotes.ts';
import { appendCopyLog } from './append-log.ts';
import { copyLeaderOrders } from './copy-leader-orders.ts';
import { describeCopy, linkAfter } from './describe-copies.ts';
import { describeOrderCopies } from './describe-order-copies.ts';
import { findCopierPackage } from './find-package.ts';
import { readLeaderPrices } from './leader-prices.ts';
import { notifyOfChanges } from './notify-of-changes.ts';
import { caughtUp, type OrderModeMarkets, openOrderMode } from './open-order-mode.ts';
import { planCopy } from './plan-copies.ts';
import { type Follower, lockFollowers } from './read-followers.ts';
import { type CopyLeader, readLeader } from './read-leader.ts';
import { storeLinks } from './store-links.ts';

/** An entry that happened longer ago isn't followed any more: at a later price it would be another trade. */
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
  const followers = await lockFollowers(deps, trx, group.id, { id: group.leader_id, lock: 'in-order-mode' });
  const running = followers.filter(({ link }) => link.phase !== 'disarmed');
  const markets = await openOrderMode(deps, trx, group.leader_id, running);
  const leader = await readLeader(trx, group.leader_id);
  const isSettled =
    markets !== null && (running.length === 0 || (await copyTo(deps, trx, group, leader, running, markets)));
  const done = leader.due.map(({ number }) => number);
  // What is due stays until both orders of a pair have filled: a fill that is forgotten couldn't be followed any more.
  if (!isSettled && done.length === 0) await queueLaterCheck(deps, trx, group);
  if (isSettled && done.length > 0) await trx.deleteFrom('copy_due').where('number', 'in', done).execute();
}

/** @returns whether no order of a pair still waits for the other's fill */
async function copyTo(
  deps: Deps,
  trx: Trx,
  group: CopyGroup,
  { state, positions, followsMarket, due }: CopyLeader,
  followers: readonly Follower[],
  markets: OrderModeMarkets,
): Promise<boolean> {
  const now = deps.clock().getTime();
  const filledAt = due.flatMap((each) => each.filledAt ?? []);
  const isFresh = filledAt.length > 0 && now - Math.min(...filledAt) <= freshMs;
  const covered = await findCopierPackage(deps, trx, group.person_id);
  const priceOf = await readLeaderPrices(trx, group.leader_id, state);
  const quoteOf = (contract: Contract) => findQuote(marketOf(deps), contract, frameNumberAt(now));
  const leader = { now, positions, isFresh, covered, followsMarket, priceOf, quoteOf };
  const planned = followers.map((follower) => {
    const market = markets.get(follower.accountId);
    return market ? planCopy(leader, caughtUp(follower, market), market) : planCopy(leader, follower);
  });
  const orders = await copyLeaderOrders(deps, trx, markets, planned, positions);
  const batches = planned.map(({ batch, follower: { accountId } }) => {
    const state = markets.get(accountId)?.trading.blotter.state ?? batch.state;
    return { ...batch, state };
  });
  const filled = await placeSimulatedOrders(
    deps,
    trx,
    batches.filter(({ orders, prices }) => orders.length > 0 || prices.length > 0),
  );
  const firstFill = due.find((each) => each.filledAt !== null);
  const trigger = { leaderSequence: firstFill?.sequence ?? null, leaderStoredAt: firstFill?.storedAt ?? null };
  const copiedAt = deps.clock().getTime();
  const changes = planned.map((copy) => {
    const own = orders.get(copy.follower.accountId);
    const link = { ...linkAfter(copy, filled), unmatched: own?.unmatched ?? [] };
    const isCopied = copy.orders.some(({ id }) => filled.has(id));
    const records = describeCopy(copy, filled, link, trigger, copiedAt);
    const orderRecords = own
      ? describeOrderCopies(copy, own, link, { ...trigger, dueAt: due[0]?.storedAt ?? null }, copiedAt)
      : [];
    return { follower: copy.follower, link, isCopied, records: [...orderRecords, ...records] };
  });
  await storeLinks(deps, trx, changes);
  await appendCopyLog(
    deps,
    trx,
    group.id,
    changes.flatMap(({ records }) => records),
  );
  await notifyOfChanges(deps, trx, group.person_id, changes);
  // A follower that was just closed is found flat, or over, only when it is looked at again.
  const isUnsettled = changes.some(
    ({ follower, link, isCopied }) => link.phase !== 'disarmed' && (link.phase !== follower.link.phase || isCopied),
  );
  if ([...orders.values()].some(({ isRetried }) => isRetried)) await queueLaterCheck(deps, trx, group);
  if (isUnsettled || planned.some(({ isStopped }) => isStopped)) await queueCheck(deps, trx, group);
  return [...markets.values()].every(({ settling }) => settling.size === 0);
}
