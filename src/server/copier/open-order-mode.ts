import { listRows } from '#server/core/database/rows.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import {
  catchUp,
  hasChanges,
  orderOf,
  readBlotters,
  storeBlotters,
  type TradingBlotter,
  type TradingOrderRow,
} from '#server/trading/index.ts';
import type { UnmatchedOrder } from '#shared/copier/copy-link.ts';
import { findSettling, type OrderBook } from '#shared/copier/order-book.ts';
import type { TradingOrder } from '#shared/trading/index.ts';
import type { Follower } from './read-followers.ts';

/** A follower in order mode, caught up with the market together with its leader. */
export type OrderModeMarket = {
  readonly trading: TradingBlotter;
  readonly book: OrderBook;
  readonly settling: ReadonlyMap<string, UnmatchedOrder>;
  /** Whether the terminal's market marks its positions. */
  readonly followsMarket: boolean;
};

/** By account id. */
export type OrderModeMarkets = ReadonlyMap<string, OrderModeMarket>;

/**
 * Matches a leader and its followers in order mode, all locked by the caller, up to the same frame, so that all have
 * had the same chance to fill. Stores the leader's changes; the followers' are stored later.
 * @returns null if a long pause left more frames than one transaction can match
 */
export async function openOrderMode(
  deps: Deps,
  trx: Trx,
  leaderId: string,
  running: readonly Follower[],
): Promise<OrderModeMarkets | null> {
  const ids = running.filter(({ link }) => link.copyMode === 'order').map(({ accountId }) => accountId);
  if (ids.length === 0) return new Map();
  const read = await readBlotters(deps, trx, [leaderId, ...ids]);
  const opened = read.filter(({ row }) => row.open_at_platform || row.id === leaderId);
  let isBehind = false;
  for (const trading of opened) isBehind = catchUp(deps, trading) || isBehind;
  const followers = opened.filter(({ row }) => row.id !== leaderId);
  const stored = isBehind ? opened : opened.filter(({ row }) => row.id === leaderId);
  await storeBlotters(deps, trx, stored.filter(hasChanges));
  if (isBehind) return null;
  const books = await readOrderBooks(trx, leaderId, followers);
  return new Map(
    followers.flatMap((trading) => {
      const book = books.get(trading.row.id);
      if (!book) return [];
      const settling = findSettling(book, trading.at);
      return [[trading.row.id, { trading, book, settling, followsMarket: trading.row.is_open === true }] as const];
    }),
  );
}

/** The follower with its account's state after matching. */
export function withMatchedState(follower: Follower, { trading }: OrderModeMarket): Follower {
  return { ...follower, account: { ...follower.account, state: trading.blotter.state } };
}

/**
 * The leader's orders and each follower's copies of them, by the follower's id. Three statements read only working
 * orders and those that belong to them, however many have ended. The caller has locked all accounts.
 */
async function readOrderBooks(
  trx: Trx,
  leaderId: string,
  followers: readonly TradingBlotter[],
): Promise<ReadonlyMap<string, OrderBook>> {
  const followerOrders = followers.flatMap(({ blotter }) => [...blotter.orders.values()]);
  const working = await listRows(trx, 'trading_order', { account_id: leaderId, status: 'working' });
  const workingIds = working.flatMap(({ id, parent_id: parentId }) => (parentId === null ? [id] : [id, parentId]));
  const ended = await listEndedCopies(trx, followers, followerOrders, workingIds);
  const sourceIds = [...followerOrders, ...ended.map(([, order]) => order)].flatMap(
    ({ copyOf }) => copyOf?.orderId ?? [],
  );
  const endedSources = await listEndedSources(trx, leaderId, sourceIds);
  const rows = [...working, ...endedSources].sort((left, right) => left.number - right.number);
  const leader = new Map(rows.map((row) => [row.id, orderOf(row)]));
  return new Map(
    followers.map(({ row, blotter }) => {
      const copies = ended.flatMap(([accountId, order]) => (accountId === row.id ? [order] : []));
      return [row.id, { leader, blotter, ended: copies }];
    }),
  );
}

/** Ended copies of working orders or of their entries, and ended entries of brackets, newest first. */
async function listEndedCopies(
  trx: Trx,
  followers: readonly TradingBlotter[],
  followerOrders: readonly TradingOrder[],
  workingIds: readonly string[],
): Promise<(readonly [accountId: string, order: TradingOrder])[]> {
  const entryIds = followerOrders.flatMap(({ parentId }) => parentId ?? []);
  if (workingIds.length === 0 && entryIds.length === 0) return [];
  const ids = followers.map(({ row }) => row.id);
  const rows = await trx
    .selectFrom('trading_order')
    .selectAll()
    .where('account_id', 'in', ids)
    .where('copy_of', 'is not', null)
    .where('status', '<>', 'working')
    .where((eb) =>
      eb.or([
        ...(workingIds.length > 0 ? [eb('copy_of', 'in', workingIds)] : []),
        ...(entryIds.length > 0 ? [eb('id', 'in', entryIds)] : []),
      ]),
    )
    .orderBy('number', 'desc')
    .execute();
  return rows.map((row) => [row.account_id, orderOf(row)] as const);
}

async function listEndedSources(trx: Trx, leaderId: string, sourceIds: readonly string[]): Promise<TradingOrderRow[]> {
  if (sourceIds.length === 0) return [];
  return trx
    .selectFrom('trading_order')
    .selectAll()
    .where('account_id', '=', leaderId)
    .where('status', '<>', 'working')
    .where((eb) => eb.or([eb('id', 'in', sourceIds), eb('parent_id', 'in', sourceIds)]))
    .execute();
}
