import type Stripe from 'stripe';
import { type ProviderRefund, type RefundStatus, sumRefunds } from '#shared/orders/provider-refund.ts';
import type { PaymentEvent } from './events.ts';
import type { RefundRequest } from './payments.ts';

/**
 * All refunds of a payment, read from Stripe whatever its message says: that may be late, and a charge only names a
 * total. Null for foreign payments.
 */
export async function readRefunds(
  stripe: Stripe,
  eventId: string,
  { payment_intent, currency }: Pick<Stripe.Refund | Stripe.Charge, 'payment_intent' | 'currency'>,
): Promise<PaymentEvent | null> {
  const intent = idOf(payment_intent);
  if (intent === null) return null;
  const order = await findOrder(stripe, intent);
  if (!order) return null;
  const refunds = (await listRefunds(stripe, intent)).map(toRefund).reverse();
  return {
    ...{ eventId, type: 'refunded', refunds, ...order },
    ...{ amountCents: sumRefunds(refunds), currency: currency.toUpperCase() },
  };
}

/**
 * Refunds a part or the rest of a payment once. Idempotency keys expire after a day, so earlier attempts are also found
 * by the request in their metadata. The amount shrinks if something else is refunded first, which needs another key. A
 * failed refund is repeated once its key has expired, so at most daily.
 */
export async function refundPayment(
  stripe: Stripe,
  { orderId, paymentSessionId, amountCents, requestId }: RefundRequest,
): Promise<{ settledCents: number | null }> {
  const payment_intent = await findIntent(stripe, paymentSessionId);
  const earlier = (await listRefunds(stripe, payment_intent))
    .map(toRefund)
    .find((refund) => refund.requestId === requestId && refund.status !== 'failed');
  if (earlier) return { settledCents: earlier.status === 'succeeded' ? earlier.amountCents : null };
  await stripe.refunds.create(
    { payment_intent, amount: amountCents, metadata: { order_id: orderId, request_id: requestId } },
    { idempotencyKey: `refund-${orderId}-${requestId}-${amountCents}` },
  );
  return { settledCents: null };
}

/** Newest first. */
function listRefunds(stripe: Stripe, payment_intent: string): Promise<Stripe.Refund[]> {
  return stripe.refunds.list({ payment_intent, limit: 100 }).autoPagingToArray({ limit: 1_000 });
}

const statuses: Readonly<Record<string, RefundStatus>> = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
};

function toRefund({ id, amount, status, metadata }: Stripe.Refund): ProviderRefund {
  return {
    id,
    amountCents: amount,
    status: statuses[status ?? ''] ?? 'pending',
    requestId: metadata?.request_id ?? null,
  };
}

/** A sale's order is named by its Checkout session, a renewal's by its payment. */
async function findOrder(stripe: Stripe, intent: string) {
  const { data } = await stripe.checkout.sessions.list({ payment_intent: intent, limit: 1 });
  const [session] = data;
  const orderId = session
    ? session.metadata?.order_id
    : (await stripe.paymentIntents.retrieve(intent)).metadata.renewal_order_id;
  return orderId ? { orderId, paymentSessionId: session?.id ?? intent } : null;
}

/** The payment of an order, from its Checkout session or its own renewal. */
async function findIntent(stripe: Stripe, paymentSessionId: string): Promise<string> {
  if (paymentSessionId.startsWith('pi_')) return paymentSessionId;
  const session = await stripe.checkout.sessions.retrieve(paymentSessionId);
  const intent = idOf(session.payment_intent);
  if (intent === null) throw new Error(`Session ${paymentSessionId} was not paid`);
  return intent;
}

function idOf(reference: string | { readonly id: string } | null | undefined): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null);
}
