import type { Trx } from '#server/core/deps.ts';
import type { OrderRow } from '#server/orders/tables.ts';

export type Referrer = {
  readonly affiliateId: string;
  readonly via: 'link' | 'coupon' | 'renewal';
  readonly clickId: string | null;
};

type Referred = Pick<OrderRow, 'affiliate_id' | 'affiliate_via' | 'affiliate_click_id'>;

function referrerOf(order: Referred | undefined, via?: 'renewal'): Referrer | null {
  if (!order?.affiliate_id || !order.affiliate_via) return null;
  return { affiliateId: order.affiliate_id, via: via ?? order.affiliate_via, clickId: order.affiliate_click_id };
}

/** Who referred an order: its own attribution, else that of the purchase it renews or resets. */
export async function findReferrer(trx: Trx, order: OrderRow): Promise<Referrer | null> {
  return referrerOf(order) ?? referrerOf(await findFirstPurchase(trx, order), 'renewal');
}

async function findFirstPurchase(trx: Trx, order: OrderRow): Promise<Referred | undefined> {
  const columns = ['orders.affiliate_id', 'orders.affiliate_via', 'orders.affiliate_click_id'] as const;
  if (order.bill_id !== null) {
    return trx
      .selectFrom('bill')
      .innerJoin('subscription', 'subscription.id', 'bill.subscription_id')
      .innerJoin('orders', 'orders.id', 'subscription.order_id')
      .select(columns)
      .where('bill.id', '=', order.bill_id)
      .executeTakeFirst();
  }
  if (order.account_id === null) return undefined;
  return trx
    .selectFrom('trading_account')
    .innerJoin('orders', 'orders.id', 'trading_account.order_id')
    .select(columns)
    .where('trading_account.id', '=', order.account_id)
    .executeTakeFirst();
}
