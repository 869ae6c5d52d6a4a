import { requireRow } from '#server/core/database/rows.ts';
import type { Trx } from '#server/core/deps.ts';

type Request = { readonly orderId: string; readonly account: string };

/** Checks that an order that is no longer working belongs to the account. @throws {ServiceError} 404 if it doesn't */
export async function checkDoneOrder(trx: Trx, { orderId, account }: Request): Promise<void> {
  await requireRow(trx, 'trading_order', { id: orderId, account_id: account }, ['id']);
}
