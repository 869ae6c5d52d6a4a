import type { OrderBook } from '../../../domain/copier/order-book.ts';
import type { Trx } from '../../deps.ts';
import { orderOf } from '../trading/order-rows.ts';
import type { TradingBlotter } from '../trading/read-blotters.ts';

/** The leader's orders and each follower's copies of them, by follower, in two statements. All accounts are locked. */
export async function readOrderBooks(
  trx: Trx,
  leaderId: string,
  followers: readonly TradingBlotter[],
): Promise<ReadonlyMap<string, OrderBook>> {
  const own = followers.flatMap(({ blotter }) => [...blotter.orders.values()]);
  const entryIds = own.flatMap(({ parentId }) => parentId ?? []);
  const endedRows = await trx
    .selectFrom('trading_order')
    .selectAll()
    .where(
      'account_id',
      'in',
      followers.map(({ row }) => row.id),
    )
    .where('copy_of', 'is not', null)
    .where('status', '<>', 'working')
    .where((eb) => {
      const working = eb
        .selectFrom('trading_order as source')
        .where('source.account_id', '=', leaderId)
        .where('source.status', '=', 'working');
      return eb.or([
        eb('copy_of', 'in', working.select('source.id')),
        eb('copy_of', 'in', working.where('source.parent_id', 'is not', null).select('source.parent_id')),
        ...(entryIds.length > 0 ? [eb('id', 'in', entryIds)] : []),
      ]);
    })
    .orderBy('number', 'desc')
    .execute();
  const ended = endedRows.map((row) => [row.account_id, orderOf(row)] as const);
  const sourceIds = [...own, ...ended.map(([, order]) => order)].flatMap(({ copyOf }) => copyOf?.orderId ?? []);
  const leaderRows = await trx
    .selectFrom('trading_order')
    .selectAll()
    .where('account_id', '=', leaderId)
    .where((eb) =>
      eb.or([
        eb('status', '=', 'working'),
        ...(sourceIds.length > 0 ? [eb('id', 'in', sourceIds), eb('parent_id', 'in', sourceIds)] : []),
      ]),
    )
    .orderBy('number')
    .execute();
  const leader = new Map(leaderRows.map((row) => [row.id, orderOf(row)]));
  return new Map(
    followers.map(({ row, blotter }) => {
      const copies = ended.flatMap(([accountId, order]) => (accountId === row.id ? [order] : []));
      return [row.id, { leader, blotter, ended: copies }];
    }),
  );
}
