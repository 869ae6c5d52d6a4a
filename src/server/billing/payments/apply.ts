import { type Deps, type Trx, writeAudit } from '#server/core/deps.ts';
import { closeUnpaidOrder } from '#server/orders/close-unpaid.ts';
import { payOrder } from '#server/orders/fulfillment/pay.ts';
import { lockPurchase } from '#server/orders/lock-purchase.ts';
import type { OrderRow } from '#server/orders/tables.ts';
import { closeChargeback } from '../chargebacks/close.ts';
import { openChargeback } from '../chargebacks/open.ts';
import type { PaymentEvent, PaymentEventType } from '../ports/payments/events.ts';
import { applyRefunds } from '../refunds/apply-refunds.ts';
import { failOrder } from './fail.ts';
import { processOrder } from './process.ts';

type Handler = (deps: Deps, trx: Trx, order: OrderRow, actor: string, event: PaymentEvent) => Promise<void>;

const handlers: Readonly<Record<PaymentEventType, Handler>> = {
  processing: processOrder,
  paid: payOrder,
  declined: failOrder,
  canceled: (deps, trx, order, actor) => closeUnpaidOrder(deps, trx, order, 'cancel', actor),
  expired: (deps, trx, order, actor) => closeUnpaidOrder(deps, trx, order, 'expire', actor),
  refunded: applyRefunds,
  disputed: openChargeback,
  'dispute-won': closeChargeback,
  'dispute-lost': closeChargeback,
};

/**
 * Applies a provider's message to its order, in any sequence and any number of times. Order, session, amount and
 * currency must match; a message that doesn't fit changes nothing and is audited for operators.
 */
export async function applyPaymentEvent(deps: Deps, trx: Trx, event: PaymentEvent): Promise<void> {
  const order = (await lockPurchase(trx, event.orderId)).find(({ id }) => id === event.orderId);
  if (!order) {
    deps.log.error({ orderId: event.orderId, eventId: event.eventId }, 'payment received for an unknown order');
    return;
  }
  const actor = `provider:${deps.payments.name}`;
  const differences = compare(deps, order, event);
  if (differences.length > 0) {
    deps.log.error({ orderId: order.id, eventId: event.eventId, differences }, 'a payment does not match its order');
    const { eventId, type, amountCents, currency, paymentSessionId } = event;
    await writeAudit(deps, trx, actor, 'payment-mismatch', ['order', order.id], {
      differences,
      eventId,
      type,
      amountCents,
      currency,
      paymentSessionId,
    });
    return;
  }
  await handlers[event.type](deps, trx, order, actor, event);
}

function compare(deps: Deps, order: OrderRow, event: PaymentEvent): string[] {
  const checks: Readonly<Record<string, boolean>> = {
    provider: order.payment_provider === deps.payments.name,
    // Refunds are parts of a payment, and a bank may reverse a part.
    amount:
      event.refunds === undefined
        ? event.dispute !== undefined || order.total_cents === event.amountCents
        : event.amountCents <= order.total_cents,
    currency: order.currency === event.currency.toUpperCase(),
    session: order.payment_session_id === null || order.payment_session_id === event.paymentSessionId,
  };
  return Object.entries(checks).flatMap(([name, matches]) => (matches ? [] : [name]));
}
