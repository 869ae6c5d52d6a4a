import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { refundByOperator } from '#server/billing/refunds/refund-by-operator.ts';
import type { Actor } from '#server/core/deps.ts';
import { planOrderRefund } from '#server/orders/plan-refund.ts';
import { createOrder, quoteOrder } from '#shared/orders/contract.ts';
import type { ProductSelection } from '#shared/orders/contract-selection.ts';
import { chooseRefund } from '#shared/orders/refund-plan.ts';
import type { FundedTrader } from '../support/funded.ts';
import { orderForm, type Shop } from '../support/shop.ts';

const extras: { addOns: []; coupon: '' } = { addOns: [], coupon: '' };
const evaluation = { kind: 'evaluation', platform: 'rithmic', coupon: '' } as const;

/** What people order in the histories. */
export const orderProducts: readonly ((trader: FundedTrader) => ProductSelection)[] = [
  () => ({ ...evaluation, packageId: 'classic-25k', addOns: ['market-data', 'funded-reset'] }),
  () => ({ ...evaluation, packageId: 'ascension-50k', addOns: [] }),
  () => ({ kind: 'thor', packageId: 'thor-plus', platform: 'rithmic', ...extras }),
  () => ({
    ...{ kind: 'market-data', packageId: 'cme-all-top', platform: 'rithmic', ...extras },
    ...{ professional: false, exchanges: [] },
  }),
  ({ accountId }) => ({ kind: 'reset', packageId: 'classic-50k', platform: 'rithmic', accountId, ...extras }),
  ({ accountId }) => ({ kind: 'performance-review', packageId: 'performance-review', accountId, ...extras }),
];

export type OrderOutcome = 'paid' | 'declined' | 'left';

/** Orders at the quoted price, if it can be ordered now, and pays, is declined or leaves the payment page. */
export async function placeOrder(
  { ask, press, server }: Shop,
  trader: FundedTrader,
  product: number,
  outcome: OrderOutcome,
): Promise<void> {
  const selection = orderProducts[product]?.(trader);
  if (!selection) return;
  const { token, personId } = trader;
  // Histories last for months, sessions don't.
  const expires_at = new Date(server.clock.now().getTime() + dayMs);
  await server.deps.db.updateTable('session').set({ expires_at }).where('person_id', '=', personId).execute();
  const quote = await ask(quoteOrder, { body: { selection }, token });
  if (quote.response_status !== 200) {
    expect(quote.response_status).toBe(409);
    return;
  }
  const body = orderForm({ selection, expectedTotalCents: quote.data.totalCents, country: 'US', again: 1 });
  const opened = await ask(createOrder, { body, token, idempotencyKey: randomUUID() });
  expect(opened.response_status, opened.response_message).toBe(200);
  if (quote.data.totalCents > 0 && outcome !== 'left') await press(opened.data, outcome);
  await server.drain();
}

/** Staff refund a person's newest paid order: all of it, or its add-ons. */
export async function refundNewest(
  { server: { deps } }: Shop,
  actor: Actor,
  { personId }: FundedTrader,
  items: 'package' | 'add-ons',
): Promise<void> {
  const order = await deps.db
    .selectFrom('orders')
    .selectAll()
    .where('person_id', '=', personId)
    .where('payment_session_id', 'is not', null)
    .where('paid_at', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!order) return;
  const chosen = items === 'package' ? (['package'] as const) : (['market-data', 'funded-reset'] as const);
  const refundCents = chooseRefund(await planOrderRefund(deps.db, order), chosen)?.refundCents ?? 0;
  await refundByOperator(deps, actor, { orderId: order.id, items: [...chosen], refundCents, reason: 'goodwill' });
}

/**
 * Each order's invoice is what was paid, nobody gets back more than that, and a credit note stands for no more than what
 * was requested. @param isSettled all jobs have run, so that credit notes and returned money are the same
 */
export async function checkOrders(shop: Shop, { personId }: FundedTrader, isSettled = false): Promise<void> {
  const { db } = shop.server.deps;
  const orders = await db
    .selectFrom('orders')
    .innerJoin('sandbox_payment', 'sandbox_payment.order_id', 'orders.id')
    .select(['orders.id', 'orders.total_cents', 'orders.paid_at', 'orders.status'])
    .select(['sandbox_payment.status as payment', 'sandbox_payment.refunds'])
    .where('orders.person_id', '=', personId)
    .execute();
  for (const order of orders) {
    const documents = await db
      .selectFrom('invoice')
      .select(['kind', 'document'])
      .where('order_id', '=', order.id)
      .execute();
    const sumOf = (kind: 'invoice' | 'credit') =>
      documents.reduce((total, each) => total + (each.kind === kind ? each.document.totalCents : 0), 0);
    const returned = order.refunds.reduce(
      (total, each) => total + (each.status === 'failed' ? 0 : each.amountCents),
      0,
    );
    expect(sumOf('invoice')).toBe(order.paid_at === null ? 0 : order.total_cents);
    expect(sumOf('invoice') + sumOf('credit')).toBeGreaterThanOrEqual(0);
    expect(returned).toBeLessThanOrEqual(order.total_cents);
    if (isSettled)
      expect({ id: order.id, credited: 0 - sumOf('credit') }).toEqual({ id: order.id, credited: returned });
    if (isSettled && order.payment === 'paid') expect(order.paid_at).not.toBeNull();
  }
}
