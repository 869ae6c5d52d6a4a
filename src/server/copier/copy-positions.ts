import { queueCheck, queueDeferredCheck } from '#server/accounts/feed/queue-copies.ts';
import { placeSimulatedOrders } from '#server/accounts/simulator/place-orders.ts';
import { deleteRows, lockRow } from '#server/core/database/rows.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { getMarket, marketTime } from '#server/core/market.ts';
import { findQuote } from '#server/trading/index.ts';
import type { AccountState } from '#shared/accounts/model.ts';
import { type CopyLink, getCopyStatus } from '#shared/copier/copy-link.ts';
import { unmatchedByEnd } from '#shared/copier/copy-reasons.ts';
import type { Contract } from '#shared/exchange/contract-month.ts';
import {
  frameNumberAt,
  isSameContract,
  type OrderEndReason,
  signOf,
  type TradingOrder,
} from '#shared/trading/index.ts';
import { appendCopyLog, type CopyRecord } from './append-log.ts';
import { copyLeaderOrders, type FollowerOrders } from './copy-leader-orders.ts';
import { describeCopy, linkAfter, type Trigger } from './describe-copies.ts';
import { findCopierPackage } from './find-package.ts';
import { readLeaderPrices } from './leader-prices.ts';
import { notifyOfChanges } from './notify-of-changes.ts';
import { type OrderModeMarkets, openOrderMode, withMatchedState } from './open-order-mode.ts';
import { type PlannedCopy, planCopy } from './plan-copies.ts';
import { type Follower, lockFollowers } from './read-followers.ts';
import { type CopyLeader, readLeader } from './read-leader.ts';
import { storeLinks } from './store-links.ts';

/** `dueAt`: when the change behind the copies was stored. */
type OrderTrigger = Trigger & { readonly dueAt: number | null };

/** Reasons that the leader's order shares with its copy, or that another log entry explains. */
const explainedReasons: ReadonlySet<OrderEndReason> = new Set(['copied', 'oco', 'position-closed', 'reset', 'expired']);

/** Older entries aren't copied: at a later price they would be different trades. */
const maxEntryAgeMs = 10_000;

export type CopyGroup = NonNullable<Awaited<ReturnType<typeof lockCopyGroup>>>;

/** Locks a group. Code that changes followers locks their group first, then their accounts. */
export async function lockCopyGroup(trx: Trx, groupId: string) {
  return lockRow(trx, 'copy_group', groupId, ['id', 'person_id', 'leader_id']);
}

/** Brings a group's followers in line with its leader. Idempotent. */
export async function copyPositions(deps: Deps, groupId: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const group = await lockCopyGroup(trx, groupId);
    if (group) await copyGroup(deps, trx, group);
  });
}

/** Like `copyPositions`, in the caller's transaction, which has locked the group. */
export async function copyGroup(deps: Deps, trx: Trx, group: CopyGroup): Promise<void> {
  const followers = await lockFollowers(deps, trx, group.id, { id: group.leader_id, lock: 'in-order-mode' });
  const running = followers.filter(({ link }) => link.phase !== 'disarmed');
  const markets = await openOrderMode(deps, trx, group.leader_id, running);
  const leader = await readLeader(trx, group.leader_id);
  const isSettled =
    markets !== null && (running.length === 0 || (await copyToFollowers(deps, trx, group, leader, running, markets)));
  const dueNumbers = leader.due.map(({ number }) => number);
  // Due copies stay queued until both orders of a pair have filled, so that the later fill can still be copied.
  if (!isSettled && dueNumbers.length === 0) await queueDeferredCheck(deps, trx, group);
  if (isSettled && dueNumbers.length > 0) await deleteRows(trx, 'copy_queue', { number: dueNumbers });
}

/** @returns true unless an order of a pair still waits for the other one to fill */
async function copyToFollowers(
  deps: Deps,
  trx: Trx,
  group: CopyGroup,
  { state, positions, followsMarket, due }: CopyLeader,
  followers: readonly Follower[],
  markets: OrderModeMarkets,
): Promise<boolean> {
  const now = marketTime(deps);
  const filledAt = due.flatMap((each) => each.filledAt ?? []);
  const isFresh = filledAt.length > 0 && now - Math.min(...filledAt) <= maxEntryAgeMs;
  const copierPackage = await findCopierPackage(deps, trx, group.person_id);
  const priceOf = await readLeaderPrices(trx, group.leader_id, state);
  const quoteOf = (contract: Contract) => findQuote(getMarket(deps), contract, frameNumberAt(now));
  const leader = { now, positions, isFresh, copierPackage, followsMarket, priceOf, quoteOf };
  const planned = followers.map((follower) => {
    const market = markets.get(follower.accountId);
    return market ? planCopy(leader, withMatchedState(follower, market), market) : planCopy(leader, follower);
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
    const followerOrders = orders.get(copy.follower.accountId);
    const link = { ...linkAfter(copy, filled), unmatched: followerOrders?.unmatched ?? [] };
    const isCopied = copy.orders.some(({ id }) => filled.has(id));
    const records = describeCopy(copy, filled, link, trigger, copiedAt);
    const orderRecords = followerOrders
      ? describeOrderCopies(copy, followerOrders, link, { ...trigger, dueAt: due[0]?.storedAt ?? null }, copiedAt)
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
  // Whether a follower that was just closed is flat, or over, shows only in the next check.
  const isUnsettled = changes.some(
    ({ follower, link, isCopied }) => link.phase !== 'disarmed' && (link.phase !== follower.link.phase || isCopied),
  );
  if ([...orders.values()].some(({ isRetried }) => isRetried)) await queueDeferredCheck(deps, trx, group);
  if (isUnsettled || planned.some(({ isStopped }) => isStopped)) await queueCheck(deps, trx, group);
  return [...markets.values()].every(({ settling }) => settling.size === 0);
}

function describeOrderCopies(
  { follower: { accountId, link: before, account } }: PlannedCopy,
  { copies, ended, state }: FollowerOrders,
  after: CopyLink,
  { dueAt, leaderSequence, leaderStoredAt }: OrderTrigger,
  now: number,
): CopyRecord[] {
  const trigger = { leaderSequence, leaderStoredAt };
  const termsOf = (order: TradingOrder, { positions }: AccountState) => {
    const { instrument, month } = order;
    const quantity = signOf(order.side) * order.quantity;
    const base = { instrument, month, quantity };
    const current = positions.find((each) => isSameContract(each, order))?.quantity ?? 0;
    if (order.type === 'market') return { ...base, positionAfter: current, priceTicks: null };
    const isFilled = order.status === 'filled';
    const priceTicks = isFilled ? order.fillTicks : order.priceTicks;
    const positionAfter = order.status === 'working' ? current + quantity : current;
    return { ...base, positionAfter, priceTicks, orderType: order.type };
  };
  const placed = copies.map(({ action, order }): CopyRecord => {
    const latencyMs = dueAt === null ? null : now - dueAt;
    return { accountId, action, reason: null, ...trigger, order: termsOf(order, account.state), latencyMs };
  });
  const endEntries = ended.map((order): CopyRecord => {
    const common = { accountId, ...trigger, order: termsOf(order, state), latencyMs: null };
    if (order.status === 'filled') return { ...common, action: 'filled', reason: null };
    const reason = isExplained(order.reason, after) ? null : unmatchedByEnd[order.reason];
    return { ...common, action: order.status === 'rejected' ? 'missed' : 'order-canceled', reason };
  });
  const [unmatched] = after.unmatched;
  if (unmatched === undefined || getCopyStatus(after) !== 'out-of-sync' || getCopyStatus(before) === 'out-of-sync')
    return [...placed, ...endEntries];
  const outOfSync = { action: 'out-of-sync', reason: unmatched.reason, order: null, latencyMs: null } as const;
  return [...placed, ...endEntries, { accountId, ...trigger, ...outOfSync }];
}

/** Whether a log entry needs no reason of its own. */
function isExplained(reason: OrderEndReason, { disarmReason }: CopyLink): boolean {
  if (reason === 'account-stopped') return disarmReason === 'account-over';
  return explainedReasons.has(reason);
}
