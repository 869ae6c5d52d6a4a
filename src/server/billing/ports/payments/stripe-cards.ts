import type Stripe from 'stripe';
import type { MethodEvent } from './events.ts';
import type { MethodChange, PaymentCard } from './payments.ts';

/** Opens Stripe's portal at the card change; people without a customer record get one first. */
export async function openPortal(stripe: Stripe, change: MethodChange): Promise<{ url: string }> {
  const customer = change.method ?? (await createCustomer(stripe, change));
  const { url } = await stripe.billingPortal.sessions.create({
    customer,
    locale: change.locale as Stripe.BillingPortal.SessionCreateParams.Locale,
    return_url: change.returnUrl,
    flow_data: {
      type: 'payment_method_update',
      after_completion: { type: 'redirect', redirect: { return_url: change.returnUrl } },
    },
  });
  return { url };
}

async function createCustomer(stripe: Stripe, { email, subscriptionId }: MethodChange): Promise<string> {
  const { id } = await stripe.customers.create(
    { email, metadata: { subscription_id: subscriptionId } },
    { idempotencyKey: `customer-${subscriptionId}` },
  );
  return id;
}

/** The portal makes a new card the customer's default; other changes of the customer are ignored. */
export function readCustomer(
  eventId: string,
  customer: Stripe.Customer,
  before: Partial<Stripe.Customer> | undefined,
): MethodEvent | null {
  const isCard = before?.invoice_settings !== undefined && customer.invoice_settings.default_payment_method !== null;
  if (!isCard) return null;
  const subscriptionId = customer.metadata.subscription_id ?? null;
  return { eventId, type: 'method-changed', method: customer.id, subscriptionId };
}

/** The customer's default payment method, else the newest one. */
async function findMethod(stripe: Stripe, customerId: string): Promise<Stripe.PaymentMethod | undefined> {
  const customer = await stripe.customers.retrieve(customerId, { expand: ['invoice_settings.default_payment_method'] });
  const chosen = customer.deleted ? null : customer.invoice_settings.default_payment_method;
  if (typeof chosen === 'object' && chosen !== null) return chosen;
  return (await stripe.paymentMethods.list({ customer: customerId, limit: 1 })).data[0];
}

export async function findCard(stripe: Stripe, customerId: string): Promise<string | undefined> {
  return (await findMethod(stripe, customerId))?.id;
}

/** The last four digits of the card that renewals of this customer charge. */
export async function findCardEnding(stripe: Stripe, customerId: string): Promise<string | null> {
  const method = await findMethod(stripe, customerId);
  return method?.card?.last4 ?? null;
}

export async function findPaymentCard(stripe: Stripe, paymentSessionId: string): Promise<PaymentCard | null> {
  const intent = paymentSessionId.startsWith('pi_')
    ? await stripe.paymentIntents.retrieve(paymentSessionId, { expand: ['latest_charge'] })
    : (await stripe.checkout.sessions.retrieve(paymentSessionId, { expand: ['payment_intent.latest_charge'] }))
        .payment_intent;
  const charge = typeof intent === 'object' ? intent?.latest_charge : null;
  const card = typeof charge === 'object' ? charge?.payment_method_details?.card : undefined;
  return card ? { country: card.country ?? null, fingerprint: card.fingerprint ?? null } : null;
}
