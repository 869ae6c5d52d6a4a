import type Stripe from 'stripe';
import type { PaymentEvent } from './payments.ts';

/** A refund names a charge; the order stands on the Checkout session that made it. Null for partial and foreign ones. */
export async function readRefund(stripe: Stripe, eventId: string, charge: Stripe.Charge): Promise<PaymentEvent | null> {
  const intent = idOf(charge.payment_intent);
  if (!charge.refunded || intent === null) return null;
  const session = (await findBySale(stripe, intent)) ?? (await findBySubscription(stripe, intent));
  if (!session?.client_reference_id) return null;
  return {
    eventId,
    type: 'refunded',
    paymentSessionId: session.id,
    orderId: session.client_reference_id,
    amountCents: charge.amount,
    currency: charge.currency.toUpperCase(),
  };
}

async function findBySale(stripe: Stripe, intent: string): Promise<Stripe.Checkout.Session | undefined> {
  const { data } = await stripe.checkout.sessions.list({ payment_intent: intent, limit: 1 });
  return data[0];
}

/** A subscription's first invoice is the order; refunding a renewal leaves the order as it is. */
async function findBySubscription(stripe: Stripe, intent: string): Promise<Stripe.Checkout.Session | undefined> {
  const payments = await stripe.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: intent },
    limit: 1,
  });
  const invoiceId = idOf(payments.data[0]?.invoice);
  if (invoiceId === null) return undefined;
  const invoice = await stripe.invoices.retrieve(invoiceId);
  const subscription = idOf(invoice.parent?.subscription_details?.subscription);
  if (subscription === null) return undefined;
  const { data } = await stripe.checkout.sessions.list({ subscription, limit: 1 });
  return data.find((session) => idOf(session.invoice) === invoiceId);
}

function idOf(reference: string | { readonly id: string } | null | undefined): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null);
}
