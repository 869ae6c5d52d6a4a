import type Stripe from 'stripe';
import type { PaymentEvent } from './payments.ts';

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
  };
}
