import type { Trx } from '../../deps.ts';
import { notFound } from '../../errors.ts';

type Request = { readonly orderId: string; readonly account: string };

/** Checks that an order that works no longer is one of the account's. @throws {ServiceError} 404 if it isn't */
export async function checkDoneOrder(trx: Trx, { orderId, account }: Request): Promise<void> {
  const done = await trx
    .selectFrom('trading_order')
    .select('id')
    .where('id', '=', orderId)
    .where('account_id', '=', account)
    .executeTakeFirst();
  if (!done) throw notFound();
}
