import type { AccountState } from '#shared/accounts/model.ts';
import { type CopyLink, getCopyStatus } from '#shared/copier/copy-link.ts';
import { unmatchedReasonOf } from '#shared/copier/copy-reasons.ts';
import { isSameContract, type OrderEndReason, signOf, type TradingOrder } from '#shared/trading/index.ts';
import type { CopyRecord } from './append-log.ts';
import type { FollowerOrders } from './copy-leader-orders.ts';
import type { Trigger } from './describe-copies.ts';
import type { PlannedCopy } from './plan-copies.ts';

/** `dueAt`: when the change behind the copies was stored. */
type OrderTrigger = Trigger & { readonly dueAt: number | null };

/** The log entries of one follower's working orders. */
export function describeOrderCopies(
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
    const reason = isExplained(order.reason, after) ? null : unmatchedReasonOf(order.reason);
    return { ...common, action: order.status === 'rejected' ? 'missed' : 'order-canceled', reason };
  });
  const [unmatched] = after.unmatched;
  if (unmatched === undefined || getCopyStatus(after) !== 'out-of-sync' || getCopyStatus(before) === 'out-of-sync')
    return [...placed, ...endEntries];
  const outOfSync = { action: 'out-of-sync', reason: unmatched.reason, order: null, latencyMs: null } as const;
  return [...placed, ...endEntries, { accountId, ...trigger, ...outOfSync }];
}

/** Reasons that the leader's order shares with its copy, or that another log entry explains. */
const explainedReasons: ReadonlySet<OrderEndReason> = new Set(['copied', 'oco', 'position-closed', 'reset', 'expired']);

/** Whether a log entry needs no reason of its own. */
function isExplained(reason: OrderEndReason, { disarmReason }: CopyLink): boolean {
  if (reason === 'account-stopped') return disarmReason === 'account-over';
  return explainedReasons.has(reason);
}
