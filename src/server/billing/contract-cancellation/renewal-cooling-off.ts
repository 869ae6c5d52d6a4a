import type { Db, Deps, Trx } from '#server/core/deps.ts';
import { queueMail } from '#server/messages/mail/queue.ts';
import type { OrderRow } from '#server/orders/tables.ts';
import { findRenewalCoolingOff } from '#shared/orders/cancel-contract.ts';
import type { CoolingOffCause } from '#shared/orders/country-law.ts';

/** The cooling-off period that an order opened by paying a renewal; null if it opened none. */
export async function readRenewalCoolingOff({ catalog }: Deps, db: Db | Trx, order: OrderRow) {
  const { bill_id: billId, country, paid_at: paidAt } = order;
  if (billId === null || paidAt === null) return null;
  const causes = await findCauses(db, billId);
  return findRenewalCoolingOff(catalog.consumerRights, { country, causes, paidAt: paidAt.getTime() });
}

async function findCauses(db: Db | Trx, billId: string): Promise<CoolingOffCause[]> {
  const bill = await db
    .selectFrom('bill')
    .innerJoin('subscription', 'subscription.id', 'bill.subscription_id')
    .innerJoin('orders', 'orders.id', 'subscription.order_id')
    .select(['subscription.id', 'subscription.billing_interval', 'subscription.amount_cents'])
    .select(['bill.period_starts_at', 'orders.lines'])
    .where('bill.id', '=', billId)
    .executeTakeFirstOrThrow();
  const earlier = await db
    .selectFrom('bill')
    .select('id')
    .where('subscription_id', '=', bill.id)
    .where('period_starts_at', '<', bill.period_starts_at)
    .executeTakeFirst();
  const firstCents = bill.lines
    .filter(({ item }) => item === 'package' || item === 'coupon')
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  const isFirst = earlier === undefined;
  return [
    ...(bill.billing_interval === 'yearly' ? (['yearly'] as const) : []),
    ...(isFirst && firstCents < bill.amount_cents ? (['introductory-price'] as const) : []),
  ];
}

/** Mails a paid renewal’s right to cancel it, apart from the receipt, as the law of the buyer’s country asks. */
export async function queueCoolingOffNotice(deps: Deps, trx: Trx, order: OrderRow): Promise<void> {
  const right = await readRenewalCoolingOff(deps, trx, order);
  if (right === null) return;
  await queueMail(deps, trx, order, 'renewal-cooling-off', `renewal-cooling-off:${order.id}`, {
    name: order.name,
    orderNumber: order.number,
    amountCents: order.total_cents,
    startsAt: (order.paid_at ?? deps.clock()).getTime(),
    ...right,
  });
}
