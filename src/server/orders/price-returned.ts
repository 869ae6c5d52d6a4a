import type { Db, Trx } from '#server/core/deps.ts';

/** The account that an order's price bought, and the funded account that followed it. */
export async function listBoughtAccounts(trx: Trx, orderId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('trading_account')
    .leftJoin('trading_account as parent', 'parent.id', 'trading_account.parent_id')
    .select('trading_account.id')
    .where((where) =>
      where.or([where('trading_account.order_id', '=', orderId), where('parent.order_id', '=', orderId)]),
    )
    .orderBy('trading_account.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Those of the accounts whose price went back to the buyer or is about to: their own, or that of their evaluation. */
export function selectReturnedPrices(executor: Db | Trx) {
  return executor
    .selectFrom('trading_account')
    .leftJoin('trading_account as parent', 'parent.id', 'trading_account.parent_id')
    .innerJoin('orders', (join) =>
      join.on((on) =>
        on.or([
          on('orders.id', '=', on.ref('trading_account.order_id')),
          on('orders.id', '=', on.ref('parent.order_id')),
        ]),
      ),
    )
    .select('trading_account.id as account_id')
    .where((where) =>
      where.or([where('orders.status', '=', 'refunded'), where('orders.refund_requested_at', 'is not', null)]),
    );
}
