import type { OrderEndReason, TradingRule } from '#shared/trading/index.ts';
import type { MissedReason, UnmatchedReason } from './copy-link.ts';

export const missedByRule = {
  over: 'suspended',
  locked: 'locked',
  'personal-stop': 'locked',
  'payout-review': 'payout-review',
  suspended: 'suspended',
  halted: 'halted',
  copied: 'rejected',
  'market-closed': 'late',
  'stale-data': 'late',
  'no-remaining-drawdown': 'no-remaining-drawdown',
  'contract-limit': 'contract-limit',
  spread: 'rejected',
} as const satisfies Record<TradingRule, MissedReason>;

export const endByMissed = {
  late: 'canceled',
  suspended: 'suspended',
  locked: 'account-stopped',
  'payout-review': 'payout-review',
  halted: 'halted',
  'no-remaining-drawdown': 'no-remaining-drawdown',
  'contract-limit': 'contract-limit',
  'averaging-down': 'averaging-down',
  rejected: 'canceled',
} as const satisfies Record<MissedReason, OrderEndReason>;

export const unmatchedByEnd = {
  canceled: 'canceled',
  oco: 'canceled',
  'position-closed': 'canceled',
  'contract-limit': 'contract-limit',
  'averaging-down': 'averaging-down',
  'account-stopped': 'locked',
  suspended: 'suspended',
  'payout-review': 'payout-review',
  halted: 'halted',
  'no-remaining-drawdown': 'no-remaining-drawdown',
  copied: 'canceled',
  reset: 'canceled',
  expired: 'canceled',
} as const satisfies Record<OrderEndReason, UnmatchedReason>;

const lasting: readonly OrderEndReason[] = ['canceled', 'oco', 'expired'];

/** Whether the cause that ended an order can go away. */
export function isTemporary(reason: OrderEndReason): boolean {
  return !lasting.includes(reason);
}
