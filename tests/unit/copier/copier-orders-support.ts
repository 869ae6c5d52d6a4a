import { createState } from '#shared/accounts/engine.ts';
import { arm, type CopyLink, getCopyStatus } from '#shared/copier/copy-link.ts';
import { copyOrders } from '#shared/copier/copy-orders.ts';
import { decideCopy } from '#shared/copier/decide-copy.ts';
import { findSettling } from '#shared/copier/order-book.ts';
import type { Sizing } from '#shared/copier/sizing.ts';
import {
  type Blotter,
  book,
  cancelWorkingOrder,
  heldQuantity,
  openBlotter,
  putOrder,
  workingOrders,
} from '#shared/trading/blotter.ts';
import { fitBrackets } from '#shared/trading/brackets.ts';
import { fillOrder } from '#shared/trading/fill-order.ts';
import { matchOrders } from '#shared/trading/match-orders.ts';
import { isReached, oppositeBest, type WorkingOrder } from '#shared/trading/orders.ts';
import { at, trailing } from '../support.ts';

const month = '2026-12';
export const es = { instrument: 'ES', month } as const;
export const mes = { instrument: 'MES', month } as const;
const frameMs = 250;
export const ratio = (hundredths: number, size: Sizing['size'] = 'leader'): Sizing => ({
  mode: 'ratio',
  hundredths,
  size,
});

type PairOptions = {
  readonly maxContracts?: number;
  readonly hasPayoutUnderReview?: boolean;
};

/** A leader in the terminal and a follower in order mode, on one market whose bid the test sets. */
export function createPair(sizing: Sizing = ratio(100), options: PairOptions = {}) {
  let now = at('2026-11-10', '10:00');
  let bidTicks = 27_400;
  let ids = 0;
  let filledAt: number | null = null;
  const reviewConditions = { hasPayoutUnderReview: false, ...options };
  const rules = { ...trailing, maxContracts: options.maxContracts ?? 100 };
  const open = (): Blotter =>
    openBlotter({
      ...{ rules: { ...trailing, maxContracts: 100 }, state: createState(trailing), orders: [] },
      newId: () => {
        ids += 1;
        return `order-${ids}`;
      },
    });
  const leader = open();
  const follower: Blotter = { ...open(), rules };
  const fresh: CopyLink = {
    ...{ copyMode: 'order', sizing, dailyStopCents: null, phase: 'disarmed', disarmReason: 'new' },
    ...{ waiting: false, missed: [], unmatched: [] },
  };
  let link: CopyLink = arm(fresh, true);
  const log: (string | number)[][] = [];
  const quotes = () => [es, mes].map((each) => ({ ...each, bidTicks, askTicks: bidTicks + 1 }));
  const place = (blotter: Blotter, order: WorkingOrder) => {
    putOrder(blotter, order);
    const [quote] = quotes();
    if (quote && isReached(order, order.side, quote)) {
      fillOrder(blotter, order, now, oppositeBest(quote, order.side), quotes());
    }
  };
  const recordFills = () => {
    if (leader.events.some(({ type }) => type === 'fill')) filledAt ??= now;
    leader.events.length = 0;
  };
  const held = () => follower.state.positions.map((each) => [each.instrument, each.quantity]);
  const working = () => {
    const shown = workingOrders(follower).map((order) => [
      ...[order.role, order.instrument, order.side, order.quantity, order.type],
      order.type === 'market' ? null : order.priceTicks,
    ]);
    return shown.sort((left, right) => String(left).localeCompare(String(right)));
  };
  return {
    leader,
    follower,
    held,
    working,
    link: () => link,
    /** The copy log entries for working orders. */
    log,
    status: () => getCopyStatus(link),
    review: (hasPayoutUnderReview: boolean) => {
      reviewConditions.hasPayoutUnderReview = hasPayoutUnderReview;
    },
    change: (change: (link: CopyLink) => CopyLink) => {
      link = change(link);
    },
    isLeaderFlat: () => leader.state.positions.length === 0,
    order(input: Partial<WorkingOrder> = {}) {
      const order = {
        ...{ ...es, id: leader.newId(), side: 'buy', quantity: 1, role: 'own', parentId: null, ocoGroup: null },
        ...{ bracket: null, placedAt: now, type: 'limit', priceTicks: bidTicks - 4, status: 'working' },
        ...input,
      } as WorkingOrder;
      place(leader, order);
      recordFills();
      return order.id;
    },
    amend(id: string, priceTicks: number, quantity?: number) {
      const order = leader.orders.get(id);
      if (order?.status !== 'working' || order.type === 'market') return;
      place(leader, { ...order, priceTicks, quantity: quantity ?? order.quantity, version: (order.version ?? 1) + 1 });
      recordFills();
    },
    cancel(id: string) {
      cancelWorkingOrder(leader, id, now, 'canceled');
    },
    flattenLeader() {
      for (const { id } of workingOrders(leader)) cancelWorkingOrder(leader, id, now, 'canceled');
      const quantity = heldQuantity(leader.state, es);
      if (quantity === 0) return;
      const own = { id: leader.newId(), role: 'flatten', type: 'market' } as const;
      const common = {
        ...es,
        parentId: null,
        ocoGroup: null,
        bracket: null,
        placedAt: now,
        status: 'working',
      } as const;
      place(leader, { ...common, ...own, side: quantity > 0 ? 'sell' : 'buy', quantity: Math.abs(quantity) });
      recordFills();
    },
    /** The next frame of the market; with `only`, just one of the two sees it, as if the other were delayed. */
    frame(bid: number, only?: 'leader' | 'follower') {
      bidTicks = bid;
      now += frameMs;
      for (const blotter of [leader, follower]) {
        if (only !== undefined && (only === 'leader') !== (blotter === leader)) continue;
        matchOrders(blotter, [{ at: now, quotes: quotes() }]);
      }
      recordFills();
    },
    /** One run of the copier. @returns how many orders it changed or sent */
    copy() {
      for (const contract of [es, mes]) fitBrackets(follower, contract, now);
      follower.changed.clear();
      const orderBook = { leader: leader.orders, blotter: follower, ended: [] };
      const settling = findSettling(orderBook, now);
      const positions = leader.state.positions;
      const { hasPayoutUnderReview } = reviewConditions;
      const account = {
        ...({ rules, state: follower.state, stage: 'evaluation', hasPayoutUnderReview, isHalted: false } as const),
        ...{ isPersonalStopReached: false, ownMaxContracts: null, noAveragingDown: false, haltedInstruments: [] },
      };
      const isFresh = filledAt !== null && now - filledAt <= 10_000;
      const decision = decideCopy({ now, leader: positions, isFresh, notCovered: null, link, account, settling });
      const conditions = {
        ...({
          stage: 'evaluation',
          status: 'active',
          isPersonalStopReached: false,
          hasPayoutUnderReview,
          isHalted: false,
        } as const),
        ...{
          haltedInstruments: [],
          isCopied: true,
          refusesSpreads: false,
          maxContracts: rules.maxContracts,
          remainingCents: null,
        },
      };
      const { unmatched, copies } = copyOrders({
        ...{ link: decision.link, leader: positions, book: orderBook, positions: decision.positionsAfter },
        ...{ at: now, settling, conditions, place: (order) => place(follower, order) },
      });
      for (const { action, order } of copies) log.push([action, order.side, order.quantity]);
      link = { ...decision.link, unmatched };
      for (const { instrument, quantity } of decision.orders) {
        const side = quantity > 0 ? 'buy' : 'sell';
        const priceTicks = side === 'buy' ? bidTicks + 1 : bidTicks;
        const fill = { type: 'fill', at: now, instrument, month, side, quantity: Math.abs(quantity) } as const;
        book(follower, { ...fill, priceTicks, feeCents: 0 });
      }
      if (settling.size === 0) filledAt = null;
      return follower.changed.size + decision.orders.length;
    },
  };
}
