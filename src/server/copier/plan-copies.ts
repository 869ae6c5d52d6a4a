import type { MarketOrder } from '#server/accounts/ports/platform/platform.ts';
import type { OrderBatch } from '#server/accounts/simulator/place-orders.ts';
import { replay } from '#shared/accounts/engine.ts';
import type { AccountEvent, AccountState } from '#shared/accounts/model.ts';
import { type CopyDecision, type CopyInput, type CopyOrder, decideCopy } from '#shared/copier/decide-copy.ts';
import type { Holding } from '#shared/copier/sizing.ts';
import type { Contract } from '#shared/exchange/contract-month.ts';
import { instruments } from '#shared/exchange/instruments.ts';
import { type BidAsk, isSameContract, oppositeBest } from '#shared/trading/index.ts';
import type { CopierPackage } from './find-package.ts';
import type { Follower } from './read-followers.ts';

export type PlannedCopy = {
  readonly follower: Follower;
  readonly decision: CopyDecision;
  readonly orders: readonly (CopyOrder & MarketOrder)[];
  readonly batch: OrderBatch;
  /** Whether the leader's prices alone have ended or locked the account; its platform then closes the positions. */
  readonly isStopped: boolean;
};

type Leader = {
  readonly now: number;
  readonly positions: readonly Holding[];
  readonly isFresh: boolean;
  readonly copierPackage: CopierPackage | null;
  readonly followsMarket: boolean;
  readonly priceOf: (contract: Contract) => number | undefined;
  /** From the terminal's market; null while the exchange is closed. */
  readonly quoteOf: (contract: Contract) => BidAsk | null;
};

/** What order mode adds: contracts to leave alone, and whether the terminal's market marks the follower. */
type OrderMode = Pick<CopyInput, 'settling'> & { readonly followsMarket: boolean };

/** Plans one follower's copy at the last known prices, which its daily stop and rules are checked against too. */
export function planCopy(
  leader: Leader,
  follower: Follower,
  { settling, followsMarket }: OrderMode = { followsMarket: false },
): PlannedCopy {
  const { now, positions, isFresh, priceOf, quoteOf } = leader;
  const { accountId, link, account } = follower;
  const { rules, state } = account;
  const prices = (followsMarket ? [] : state.positions).flatMap(({ instrument, month, lastPriceTicks }) => {
    const priceTicks = priceOf({ instrument, month });
    return priceTicks === undefined || priceTicks === lastPriceTicks ? [] : [{ instrument, month, priceTicks }];
  });
  const at = Math.max(now, state.lastEventAt ?? 0);
  const marked = replay(
    rules,
    prices.map((price): AccountEvent => ({ type: 'mark', at, ...price })),
    state,
  );
  const notCovered = notCoveredBy(leader.copierPackage, follower);
  const input = { now, leader: positions, isFresh, notCovered, link, ...(settling ? { settling } : {}) };
  const decision = decideCopy({ ...input, account: { ...account, state: marked } });
  // If the market marks the position, only its price counts: with an older one, a trader could choose the moment.
  const fillTicksOf = (order: CopyOrder): number => {
    const isMarket = followsMarket || (leader.followsMarket && isHeldBy(positions, order));
    const quote = isMarket ? quoteOf(order) : null;
    if (quote !== null) return oppositeBest(quote, order.quantity > 0 ? 'buy' : 'sell');
    const [followerTicks, leaderTicks] = [lastTicksOf(marked, order), priceOf(order)];
    return (followsMarket ? (followerTicks ?? leaderTicks) : (leaderTicks ?? followerTicks)) ?? 0;
  };
  const isStopped = marked.status !== state.status && marked.status !== 'active';
  const orders = (isStopped ? [] : decision.orders).map((order, index) => ({
    ...{ ...order, id: `${accountId}-${index}` },
    priceTicks: fillTicksOf(order),
  }));
  return { follower, decision, orders, batch: { accountId, rules, state, prices, orders }, isStopped };
}

function notCoveredBy(
  copierPackage: CopierPackage | null,
  { rank }: Follower,
): 'package-ended' | 'package-limit' | null {
  if (copierPackage === null) return 'package-ended';
  return rank >= copierPackage.followers ? 'package-limit' : null;
}

function lastTicksOf({ positions }: AccountState, order: CopyOrder): number | undefined {
  return positions.find((each) => isSameContract(each, order))?.lastPriceTicks;
}

/** Whether the leader holds any contract size of the order's market: a follower may trade the micro. */
function isHeldBy(positions: readonly Holding[], { instrument, month }: CopyOrder): boolean {
  const market = instruments[instrument].fullSize;
  return positions.some((each) => instruments[each.instrument].fullSize === market && each.month === month);
}
