import Stripe from 'stripe';
import type { PaymentEvent } from './events.ts';

/**
 * The event of a Checkout session; null for foreign sessions, and for complete ones whose payment the bank is still
 * processing.
 */
export function toSessionEvent(
  eventId: string,
  session: Stripe.Checkout.Session,
  outcome: 'complete' | 'declined' | 'expired',
): PaymentEvent | null {
  const orderId = session.metadata?.order_id;
  if (!orderId || (outcome === 'complete' && session.payment_status === 'unpaid')) return null;
  return {
    eventId,
    type: outcome === 'complete' ? 'paid' : outcome,
    paymentSessionId: session.id,
    orderId,
    amountCents: session.amount_total ?? 0,
    currency: (session.currency ?? '').toUpperCase(),
    method: typeof session.customer === 'string' ? session.customer : (session.customer?.id ?? null),
  };
}

/** The event of a renewal's payment; null for Checkout payments, which their session reports. */
export function toRenewalEvent(
  eventId: string,
  intent: Stripe.PaymentIntent,
  type: 'paid' | 'declined',
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
