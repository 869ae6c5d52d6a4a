import Stripe from 'stripe';
import type { PaymentEvent } from './events.ts';

/**
 * The event of a Checkout session; null for foreign sessions. A complete one isn't always paid: a bank debit takes days,
 * in which its intent is `processing`, and a refused one waits for another method.
 * https://docs.stripe.com/payments/checkout/fulfillment
 */
export function toSessionEvent(
  eventId: string,
  session: Stripe.Checkout.Session,
  outcome: 'complete' | 'declined' | 'expired',
): PaymentEvent | null {
  const orderId = session.metadata?.order_id;
  if (!orderId) return null;
  return {
    eventId,
    type: outcome === 'complete' ? completeTypeOf(session) : outcome,
    paymentSessionId: session.id,
    orderId,
    amountCents: session.amount_total ?? 0,
    currency: (session.currency ?? '').toUpperCase(),
    method: typeof session.customer === 'string' ? session.customer : (session.customer?.id ?? null),
  };
}

function completeTypeOf({ payment_status, payment_intent }: Stripe.Checkout.Session): PaymentEvent['type'] {
  if (payment_status !== 'unpaid') return 'paid';
  const isRefused = typeof payment_intent === 'object' && payment_intent !== null && isRefusedIntent(payment_intent);
  return isRefused ? 'declined' : 'processing';
}

/** An intent that needs another method, or the buyer, won't pay by itself. https://docs.stripe.com/payments/paymentintents/lifecycle */
export const isRefusedIntent = ({ status }: Stripe.PaymentIntent) => status !== 'processing' && status !== 'succeeded';

/** The event of a renewal's payment; null for Checkout payments, which their session reports. */
export function toRenewalEvent(
  eventId: string,
  intent: Stripe.PaymentIntent,
  type: 'paid' | 'processing' | 'declined',
): PaymentEvent | null {
  const orderId = intent.metadata.renewal_order_id;
  if (!orderId) return null;
  return {
    eventId,
    type,
    paymentSessionId: intent.id,
    orderId,
    amountCents: intent.amount,
    currency: intent.currency.toUpperCase(),
    method: typeof intent.customer === 'string' ? intent.customer : (intent.customer?.id ?? null),
  };
}

/** Closes an open session. Stripe refuses if it is complete or expired; its event says which. */
export async function expireSession(stripe: Stripe, sessionId: string): Promise<void> {
  try {
    await stripe.checkout.sessions.expire(sessionId);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
  }
}
