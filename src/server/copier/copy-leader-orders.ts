import { changeRows, isNotNull, not } from '#server/core/database/rows.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { getMarket } from '#server/core/market.ts';
import {
  findQuote,
  hasChanges,
  orderOf,
  placeOrder,
  quotesNow,
  storeBlotters,
  type TradingBlotter,
  tradingAccountOf,
} from '#server/trading/index.ts';
import type { AccountState } from '#shared/accounts/model.ts';
import type { UnmatchedOrder } from '#shared/copier/copy-link.ts';
import { copyOrders, type OrderCopy } from '#shared/copier/copy-orders.ts';
import type { Holding } from '#shared/copier/sizing.ts';
import { isWorking, putOrder, type TradingOrder, type WorkingOrder } from '#shared/trading/index.ts';
import type { OrderModeMarkets } from './open-order-mode.ts';
import type { PlannedCopy } from './plan-copies.ts';

/** The result of one copier pass for a follower's working orders. */
export type FollowerOrders = {
  readonly copies: readonly OrderCopy[];
  readonly unmatched: readonly UnmatchedOrder[];
  readonly isRetried: boolean;
  /** Copies that have ended since the last pass, for any reason. */
  readonly ended: readonly EndedOrder[];
  /** The account's state after all copies were placed. */
  readonly state: AccountState;
};

type EndedOrder = Exclude<TradingOrder, WorkingOrder>;

/** Copies the leader's working orders to its followers in order mode and stores them. @returns results by account id */
export async function copyLeaderOrders(
  deps: Deps,
  trx: Trx,
  markets: OrderModeMarkets,
  planned: readonly PlannedCopy[],
  leader: readonly Holding[],
): Promise<ReadonlyMap<string, FollowerOrders>> {
  if (markets.size === 0) return new Map();
  const copied = planned.flatMap(({ follower: { accountId }, decision }) => {
    const market = markets.get(accountId);
    if (!market) return [];
    const { trading, book, settling } = market;
    const place = (order: WorkingOrder) => placeCopy(deps, trading, order);
    const conditions = tradingAccountOf(trading);
    const inputs = { link: decision.link, leader, book, positions: decision.positionsAfter, at: trading.at };
    const copies = copyOrders({ ...inputs, settling, conditions, place });
    return [[accountId, { ...copies, state: trading.blotter.state }] as const];
  });
  const tradings = [...markets.values()].map(({ trading }) => trading);
  await storeBlotters(deps, trx, tradings.filter(hasChanges));
  const ended = await takeEndedCopies(trx, [...markets.keys()]);
  return new Map(copied.map(([id, copies]) => [id, { ...copies, ended: ended.get(id) ?? [] }]));
}

/** Also places it while its exchange is closed, as the leader's order rests there too. */
function placeCopy(deps: Deps, trading: TradingBlotter, order: WorkingOrder): void {
  const quote = findQuote(getMarket(deps), order, trading.frameNumber);
  if (quote === null) putOrder(trading.blotter, order);
  else placeOrder(trading, order, quote, quotesNow(deps, trading, order));
}

/** Marks ended copies that aren't in the log yet as logged and returns them by account id. */
async function takeEndedCopies(
  trx: Trx,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, readonly EndedOrder[]>> {
  const rows = await changeRows(
    trx,
    'trading_order',
    { account_id: accountIds, copy_of: isNotNull, status: not('working'), copy_logged: false },
    { copy_logged: true },
  );
  const byAccount = Map.groupBy(rows, (row) => row.account_id);
  const isEnded = (order: TradingOrder): order is EndedOrder => !isWorking(order);
  return new Map(
    [...byAccount].map(([id, orders]) => {
      return [
        id,
        orders
          .sort((left, right) => left.number - right.number)
          .map(orderOf)
          .filter(isEnded),
      ];
    }),
  );
}
