import type Stripe from 'stripe';
import type { PaymentEvent } from './events.ts';

/**
 * What a Checkout session says about its order. A session that is complete while the bank still works on the payment
 * decides nothing; null for it, and for sessions that are not of an order of ours.
 */
export function eventOfSession(
  eventId: string,
  session: Stripe.Checkout.Session,
  outcome: 'complete' | 'declined' | 'expired',
): PaymentEvent | null {
  const orderId = session.client_reference_id;
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

/** What a renewal's payment says about its order; null for payments of the Checkout page, whose session speaks. */
export function eventOfRenewal(
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
