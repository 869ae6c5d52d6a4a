import Stripe from 'stripe';
import type { PaymentEvent } from './events.ts';
import type { ChargeRequest } from './payments.ts';
import { findCard } from './stripe-cards.ts';
import { isRefusedIntent, toRenewalEvent } from './stripe-sessions.ts';

/** Charges a customer's saved card. A declined card is a result; anything else throws. */
export async function chargeRenewal(stripe: Stripe, request: ChargeRequest): Promise<PaymentEvent> {
  const { orderId, method: customer } = request;
  const card = await findCard(stripe, customer);
  if (card === undefined) return declined(request, `none_${orderId}`);
  try {
    const intent = await stripe.paymentIntents.create(
      {
        amount: request.amountCents,
        currency: request.currency.toLowerCase(),
        customer,
        payment_method: card,
        confirm: true,
        off_session: true,
        description: request.description,
        receipt_email: request.email,
        metadata: { renewal_order_id: orderId },
      },
      { idempotencyKey: `renewal-${orderId}` },
    );
    // A bank that wants the buyer to act can't be asked without them: their next step is the mail's payment page.
    if (isRefusedIntent(intent)) return declined(request, intent.id);
    const event = toRenewalEvent(`charge_${intent.id}`, intent, intent.status === 'processing' ? 'processing' : 'paid');
    if (!event) throw new Error(`Renewal ${intent.id} names no order`);
    return event;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeCardError)) throw error;
    return declined(request, error.payment_intent?.id ?? `none_${orderId}`);
  }
}

function declined({ orderId, amountCents, currency }: ChargeRequest, paymentSessionId: string): PaymentEvent {
  return { eventId: `charge_${paymentSessionId}`, type: 'declined', paymentSessionId, orderId, amountCents, currency };
}
