import type { CancellationRight } from './cancel-contract.ts';
import type { OrderKind } from './types.ts';

type Right = Pick<CancellationRight, 'days' | 'earlyStart'> | null | undefined;

/** Paying for a period that follows says nothing about refunds, because only a first order can be withdrawn from. */
const kindsWithoutRefundFact: ReadonlySet<OrderKind> = new Set([
  ...(['renew', 'market-data', 'market-data-free', 'pending-bill', 'pending-data-bill'] as const),
]);

/** What buyers get back, by the law of their country. No law in our data doesn't mean that they have no right. */
export function refundSentence(kind: OrderKind, right: Right) {
  if (right) return `fact_right_${right.earlyStart}` as const;
  return kindsWithoutRefundFact.has(kind) ? null : 'fact_refund_unknown';
}

/** What buyers declare when they ask for a start before the days are over. */
export function startSentence(kind: OrderKind, right: Right) {
  const opensAccount = kind === 'evaluation' || kind === 'trial';
  return `start_now_${opensAccount ? 'account' : 'any'}_${right?.earlyStart === 'ends-right' ? 'ends' : 'share'}` as const;
}
