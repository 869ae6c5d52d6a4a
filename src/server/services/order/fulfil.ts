import type { Deps, Trx } from '../../deps.ts';
import { openAccount } from '../account/open.ts';
import { moveOrder, type OrderRow, recordOrder } from './move.ts';
import { queueAccountMails, queueReceipt } from './queue-mails.ts';

/**
 * Gives a paid order what was bought. The platform is asked outside of any transaction; the order's id makes that one
 * account and one mail of each kind, whatever runs twice or dies in between.
 */
export async function fulfilOrder(deps: Deps, orderId: string): Promise<void> {
  const order = await deps.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirst();
  if (order?.status !== 'paid' || order.person_id === null) return;
  // The receipt does not wait for the platform, which may be down for hours.
  await deps.db.transaction().execute((trx) => queueReceipt(deps, trx, order));
  const { accountId } = await openAccount(deps, { ...order, person_id: order.person_id });
  await deps.db.transaction().execute((trx) => finish(deps, trx, order, accountId));
}

async function finish(deps: Deps, trx: Trx, order: OrderRow, accountId: string): Promise<void> {
  const fulfilled = await moveOrder(deps, trx, {
    orderId: order.id,
    event: 'fulfil',
    actor: 'system',
    changes: { fulfilled_at: deps.clock() },
    details: { accountId },
  });
  if (fulfilled) {
    await queueAccountMails(deps, trx, fulfilled, accountId);
    return;
  }
  const now = await trx.selectFrom('orders').select('status').where('id', '=', order.id).executeTakeFirst();
  if (now?.status !== 'refunded') return;
  // The refund came while the platform was at work: an operator decides about the account.
  deps.log.error({ orderId: order.id, accountId }, 'an account was opened for an order that was refunded meanwhile');
  await recordOrder(deps, trx, {
    orderId: order.id,
    actor: 'system',
    action: 'account-of-refunded-order',
    details: { accountId },
  });
}
