import type { OrderRow } from '../../db/order-tables.ts';
import type { Deps, Trx } from '../../deps.ts';
import type { PaymentEvent, PaymentEventType } from '../../ports/payments/events.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { closeChargeback } from '../chargeback/close.ts';
import { openChargeback } from '../chargeback/open.ts';
import { payOrder } from '../fulfilment/pay.ts';
import { recordRefund } from '../fulfilment/record-refund.ts';
import { cancelOrder } from '../order/cancel.ts';
import { expireOrder } from '../order/expire.ts';
import { lockPurchase } from '../order/purchase.ts';
import { readEarlierRefunds } from '../order/sum-credits.ts';
import { settlePartialRefund } from '../refund/settle-partial-refund.ts';
import { failOrder } from './fail.ts';

type Handler = (deps: Deps, trx: Trx, order: OrderRow, actor: string, event: PaymentEvent) => Promise<void>;

const handlers: Readonly<Record<PaymentEventType, Handler>> = {
  paid: payOrder,
  declined: failOrder,
  cancelled: cancelOrder,
  expired: expireOrder,
  refunded: (deps, trx, order, actor) => recordRefund(deps, trx, order, actor),
  'partially-refunded': (deps, trx, order, actor, { partialRefundId = '' }) =>
    settlePartialRefund(deps, trx, order, actor, partialRefundId),
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
    deps.log.error({ orderId: event.orderId, eventId: event.eventId }, 'a payment for an order we do not have');
    return;
  }
  const actor = `provider:${deps.payments.name}`;
  const refunds = await readRefunds(trx, order.id, event);
  // Stripe also reports each refund of a disputed payment this way; the partial refund's own message settles it.
  const isPart = order.refund_requested_at === null && event.amountCents === refunds.partialCents;
  if (event.type === 'refunded' && isPart) return;
  const differences = compare(deps, order, event, refunds);
  if (differences.length > 0) {
    deps.log.error({ orderId: order.id, eventId: event.eventId, differences }, 'a payment does not match its order');
    const { eventId, type, amountCents, currency, paymentSessionId } = event;
    await writeAudit(deps, trx, {
      entity: 'order',
      entityId: order.id,
      actor,
      action: 'payment-mismatch',
      details: { differences, eventId, type, amountCents, currency, paymentSessionId },
    });
    return;
  }
  await handlers[event.type](deps, trx, order, actor, event);
}

type Refunds = {
  readonly partialCents: number;
  /** What the bank took back, or what other credit notes returned. */
  readonly otherCents: number;
  /** The amount we requested for the message's partial refund; null for an unknown one. */
  readonly requestedCents: number | null;
};

async function readRefunds(trx: Trx, orderId: string, { partialRefundId }: PaymentEvent): Promise<Refunds> {
  const { items, otherCents } = await readEarlierRefunds(trx, orderId);
  const requested = await trx
    .selectFrom('partial_refund')
    .select('amount_cents')
    .where('order_id', '=', orderId)
    .where('refund_id', '=', partialRefundId ?? '')
    .execute();
  return {
    partialCents: items.reduce((sum, { amountCents }) => sum + amountCents, 0),
    otherCents,
    requestedCents: requested.length === 0 ? null : requested.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
  };
}

function compare(deps: Deps, order: OrderRow, event: PaymentEvent, refunds: Refunds): string[] {
  // After a partial loss the rest is refunded while partial refunds may be pending; a repeated message finds nothing
  // left.
  const maxCents = order.total_cents - refunds.otherCents;
  const minCents = order.refund_requested_at === null ? maxCents : maxCents - refunds.partialCents;
  const isRest =
    event.type === 'refunded' &&
    (order.status === 'refunded' || (event.amountCents >= minCents && event.amountCents <= maxCents));
  const checks: Readonly<Record<string, boolean>> = {
    provider: order.payment_provider === deps.payments.name,
    // A bank may reverse part of a payment.
    amount:
      event.type === 'partially-refunded'
        ? event.amountCents === refunds.requestedCents
        : event.dispute !== undefined || order.total_cents === event.amountCents || isRest,
    currency: order.currency === event.currency.toUpperCase(),
    session: order.payment_session_id === null || order.payment_session_id === event.paymentSessionId,
  };
  return Object.entries(checks).flatMap(([name, matches]) => (matches ? [] : [name]));
}
