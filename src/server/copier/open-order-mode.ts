import type { Deps, Trx } from '#server/core/deps.ts';
import { catchUp, hasChanges, readBlotters, storeBlotters, type TradingBlotter } from '#server/trading/index.ts';
import type { UnmatchedOrder } from '#shared/copier/copy-link.ts';
import { findSettling, type OrderBook } from '#shared/copier/order-book.ts';
import type { Follower } from './read-followers.ts';
import { readOrderBooks } from './read-order-books.ts';

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
