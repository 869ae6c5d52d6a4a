import type Stripe from 'stripe';
import type { PaymentEvent } from './events.ts';
import type { PartialRefundRequest } from './payments.ts';

/**
 * The event of a refunded charge, whose order is found through its Checkout session. Null for foreign charges and for
 * partial refunds, unless a bank has already taken back a part: Stripe then never reports a full refund.
 */
export async function readRefund(stripe: Stripe, eventId: string, charge: Stripe.Charge): Promise<PaymentEvent | null> {
  const intent = idOf(charge.payment_intent);
  if (intent === null || !(charge.refunded || charge.disputed)) return null;
  const renewal = charge.metadata?.renewal_order_id;
  const session = renewal === undefined ? await findBySale(stripe, intent) : undefined;
  const orderId = renewal ?? session?.client_reference_id;
  if (!orderId) return null;
  return {
    eventId,
    type: 'refunded',
    paymentSessionId: session?.id ?? intent,
    orderId,
    amountCents: charge.amount_refunded,
    currency: charge.currency.toUpperCase(),
  };
}

/**
 * Refunds a part of a payment once. Idempotency keys expire after a day, so earlier attempts are also found by the id
 * in their metadata.
 */
export async function refundPart(
  stripe: Stripe,
  { refundId, orderId, paymentSessionId, amountCents }: PartialRefundRequest,
): Promise<{ isSettled: boolean }> {
  const payment_intent = await findIntent(stripe, paymentSessionId);
  const { data } = await stripe.refunds.list({ payment_intent, limit: 100 });
  const earlier = data.find(({ metadata, status }) => metadata?.partial_refund_id === refundId && status !== 'failed');
  if (earlier) return { isSettled: earlier.status === 'succeeded' };
  const metadata = { partial_refund_id: refundId, order_id: orderId, payment_session_id: paymentSessionId };
  await stripe.refunds.create(
    { payment_intent, amount: amountCents, metadata },
    { idempotencyKey: `partial-refund-${refundId}` },
  );
  return { isSettled: false };
}

/** Null unless it is one of our partial refunds and has been paid. */
export function readPartialRefund(eventId: string, refund: Stripe.Refund): PaymentEvent | null {
  const { partial_refund_id: partialRefundId, order_id: orderId, payment_session_id: session } = refund.metadata ?? {};
  if (refund.status !== 'succeeded' || !partialRefundId || !orderId || !session) return null;
  return {
    ...{ eventId, type: 'partially-refunded', partialRefundId, orderId, paymentSessionId: session },
    ...{ amountCents: refund.amount, currency: refund.currency.toUpperCase() },
  };
}

async function findBySale(stripe: Stripe, intent: string): Promise<Stripe.Checkout.Session | undefined> {
  const { data } = await stripe.checkout.sessions.list({ payment_intent: intent, limit: 1 });
  return data[0];
}

/** The payment of an order, from its Checkout session or its own renewal. */
export async function findIntent(stripe: Stripe, paymentSessionId: string): Promise<string> {
  if (paymentSessionId.startsWith('pi_')) return paymentSessionId;
  const session = await stripe.checkout.sessions.retrieve(paymentSessionId);
  const intent = idOf(session.payment_intent);
  if (intent === null) throw new Error(`Session ${paymentSessionId} was not paid`);
  return intent;
}

function idOf(reference: string | { readonly id: string } | null | undefined): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null);
}
