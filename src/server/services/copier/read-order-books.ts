import type { OrderBook } from '../../../domain/copier/order-book.ts';
import type { Order } from '../../../domain/trading/orders.ts';
import type { Trx } from '../../deps.ts';
import { type OrderRow, orderOf } from '../trading/order-rows.ts';
import type { TradingBlotter } from '../trading/read-blotters.ts';

/**
 * The leader's orders and each follower's copies of them, by follower, in three statements that read what is working
 * and what belongs to it, however many orders were done before. All accounts are locked.
 */
export async function readOrderBooks(
  trx: Trx,
  leaderId: string,
  followers: readonly TradingBlotter[],
): Promise<ReadonlyMap<string, OrderBook>> {
  const own = followers.flatMap(({ blotter }) => [...blotter.orders.values()]);
  const working = await trx
    .selectFrom('trading_order')
    .selectAll()
    .where('account_id', '=', leaderId)
    .where('status', '=', 'working')
    .execute();
  const wantedIds = working.flatMap(({ id, parent_id: parentId }) => (parentId === null ? [id] : [id, parentId]));
  const ended = await listEndedCopies(trx, followers, own, wantedIds);
  const sourceIds = [...own, ...ended.map(([, order]) => order)].flatMap(({ copyOf }) => copyOf?.orderId ?? []);
  const done = await listDoneSources(trx, leaderId, sourceIds);
  const rows = [...working, ...done].sort((left, right) => left.number - right.number);
  const leader = new Map(rows.map((row) => [row.id, orderOf(row)]));
  return new Map(
    followers.map(({ row, blotter }) => {
      const copies = ended.flatMap(([accountId, order]) => (accountId === row.id ? [order] : []));
      return [row.id, { leader, blotter, ended: copies }];
    }),
  );
}

/** Copies of what is working or of its entry, and entries of brackets, newest first. */
async function listEndedCopies(
  trx: Trx,
  followers: readonly TradingBlotter[],
  own: readonly Order[],
  wantedIds: readonly string[],
): Promise<(readonly [accountId: string, order: Order])[]> {
  const entryIds = own.flatMap(({ parentId }) => parentId ?? []);
  if (wantedIds.length === 0 && entryIds.length === 0) return [];
  const ids = followers.map(({ row }) => row.id);
  const rows = await trx
    .selectFrom('trading_order')
    .selectAll()
    .where('account_id', 'in', ids)
    .where('copy_of', 'is not', null)
    .where('status', '<>', 'working')
    .where((eb) =>
      eb.or([
        ...(wantedIds.length > 0 ? [eb('copy_of', 'in', wantedIds)] : []),
        ...(entryIds.length > 0 ? [eb('id', 'in', entryIds)] : []),
      ]),
    )
    .orderBy('number', 'desc')
    .execute();
  return rows.map((row) => [row.account_id, orderOf(row)] as const);
}

/** A leader's orders that are done, of some ids or in their brackets. */
async function listDoneSources(trx: Trx, leaderId: string, sourceIds: readonly string[]): Promise<OrderRow[]> {
  if (sourceIds.length === 0) return [];
  return trx
    .selectFrom('trading_order')
    .selectAll()
    .where('account_id', '=', leaderId)
    .where('status', '<>', 'working')
    .where((eb) => eb.or([eb('id', 'in', sourceIds), eb('parent_id', 'in', sourceIds)]))
    .execute();
}
