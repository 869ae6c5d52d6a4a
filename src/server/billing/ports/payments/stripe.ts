import Stripe from 'stripe';
import { ServiceError } from '#server/core/deps.ts';
import type { PaymentEvent } from './events.ts';
import type { ChargeRequest, CheckoutItem, CheckoutRequest, Payments } from './payments.ts';
import { findCard, findCardEnding, findPaymentCard, openPortal, readCustomer } from './stripe-cards.ts';
import { readDispute } from './stripe-disputes.ts';
import { listStripePayouts, listStripeTransactions } from './stripe-payouts.ts';
import { readRefunds, refundPayment } from './stripe-refunds.ts';
import { expireSession, isRefusedIntent, toRenewalEvent, toSessionEvent } from './stripe-sessions.ts';

type StripeOptions = {
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly clock: () => Date;
  /** Replaces Stripe's API host. */
  readonly api?: { readonly protocol: 'http' | 'https'; readonly host: string; readonly port: number };
  /** For tests. */
  readonly personTimeoutMs?: number;
};

const answerTimeoutMs = 20_000;
/** Two requests in a row, each repeated once, end within the time of a call, which then says that nothing was charged. */
export const defaultPersonTimeoutMs = 6_000;
const toleranceSeconds = 300;

/** Stripe Checkout: its page takes the card, its signed events report the outcome. */
export function createStripePayments(options: StripeOptions): Payments {
  const { secretKey, webhookSecret, clock, api, personTimeoutMs = defaultPersonTimeoutMs } = options;
  const connect = (timeout: number, maxNetworkRetries: number) =>
    new Stripe(secretKey, { timeout, maxNetworkRetries, telemetry: false, ...(api ?? {}) });
  const stripe = connect(answerTimeoutMs, 2);
  /** For those who wait for the answer. */
  const fastStripe = connect(personTimeoutMs, 1);

  function readSigned(rawBody: string, signature: string): Stripe.Event {
    try {
      const now = clock().getTime();
      return stripe.webhooks.constructEvent(rawBody, signature, webhookSecret, toleranceSeconds, undefined, now);
    } catch (cause) {
      throw new ServiceError(400, 'bad_body', { cause });
    }
  }

  return {
    name: 'stripe',
    isOpen: true,
    admin: null,

    async openCheckout(request) {
      const coupon = request.discountCents > 0 ? await createCoupon(fastStripe, request) : null;
      const session = await fastStripe.checkout.sessions.create(toSession(request, coupon), {
        idempotencyKey: `checkout-${request.orderId}`,
      });
      if (!session.url) throw new Error(`Session ${session.id} has no address`);
      return { paymentSessionId: session.id, url: session.url };
    },

    expireCheckout: (paymentSessionId) => expireSession(stripe, paymentSessionId),

    async readWebhook(rawBody, headers) {
      const event = readSigned(rawBody, headers.get('stripe-signature') ?? '');
      switch (event.type) {
        case 'checkout.session.completed':
        case 'checkout.session.async_payment_succeeded':
          return toSessionEvent(event.id, event.data.object, 'complete');
        case 'checkout.session.async_payment_failed':
          return toSessionEvent(event.id, event.data.object, 'declined');
        case 'checkout.session.expired':
          return toSessionEvent(event.id, event.data.object, 'expired');
        case 'payment_intent.processing':
          return toRenewalEvent(event.id, event.data.object, 'processing');
        case 'payment_intent.succeeded':
          return toRenewalEvent(event.id, event.data.object, 'paid');
        case 'payment_intent.payment_failed':
          return toRenewalEvent(event.id, event.data.object, 'declined');
        case 'charge.refunded':
        case 'refund.created':
        case 'refund.updated':
        case 'refund.failed':
          return readRefunds(stripe, event.id, event.data.object);
        case 'charge.dispute.created':
          return readDispute(stripe, event.id, event.data.object, 'opened');
        case 'charge.dispute.closed':
          return readDispute(stripe, event.id, event.data.object, 'closed');
        case 'customer.updated':
          return readCustomer(event.id, event.data.object, event.data.previous_attributes);
        default:
          return null;
      }
    },

    async lookUp(paymentSessionId) {
      if (paymentSessionId.startsWith('pi_')) {
        const intent = await stripe.paymentIntents.retrieve(paymentSessionId);
        if (intent.status === 'processing') return null;
        const type = isRefusedIntent(intent) ? 'declined' : 'paid';
        return toRenewalEvent(`lookup_${intent.id}_${type}`, intent, type);
      }
      const session = await stripe.checkout.sessions.retrieve(paymentSessionId, { expand: ['payment_intent'] });
      if (session.status === 'complete') return toSessionEvent(`lookup_${session.id}_complete`, session, 'complete');
      if (session.status === 'expired') return toSessionEvent(`lookup_${session.id}_expired`, session, 'expired');
      return null;
    },

    charge: (request) => chargeRenewal(stripe, request),

    findCard: (paymentSessionId) => findPaymentCard(stripe, paymentSessionId),

    findCardEnding: (method) => findCardEnding(stripe, method),

    openMethodChange: (change) => openPortal(fastStripe, change),

    refund: (request) => refundPayment(stripe, request),

    listPayouts: (since) => listStripePayouts(stripe, since),

    listTransactions: (payoutId) => listStripeTransactions(stripe, payoutId),
  };
}

/** Stripe accepts a discount only as a coupon; this one is for one order and its first payment. */
async function createCoupon(stripe: Stripe, request: CheckoutRequest): Promise<string> {
  const coupon = await stripe.coupons.create(
    {
      amount_off: request.discountCents,
      currency: request.currency.toLowerCase(),
      duration: 'once',
      max_redemptions: 1,
      metadata: { order_id: request.orderId },
    },
    { idempotencyKey: `coupon-${request.orderId}` },
  );
  return coupon.id;
}

function toSession(request: CheckoutRequest, coupon: string | null): Stripe.Checkout.SessionCreateParams {
  const metadata = { order_id: request.orderId, order_number: request.orderNumber };
  const saves = request.savesMethod;
  return {
    mode: 'payment',
    client_reference_id: request.orderId,
    metadata,
    // We charge renewals ourselves, so the card is saved with the buyer's consent on Stripe's page.
    ...(saves ? { customer_creation: 'always' as const } : {}),
    payment_intent_data: {
      metadata,
      description: request.orderNumber,
      ...(saves ? { setup_future_usage: 'off_session' as const } : {}),
    },
    // Without a list of types, Stripe offers every method that is enabled in its dashboard and fits buyer and device;
    // it leaves out Apple Pay and PayPal where the method is saved (docs.stripe.com/upgrades/manage-payment-methods).
    wallet_options: { link: { display: 'auto' as const } },
    payment_method_options: { card: { request_three_d_secure: 'automatic' as const } },
    customer_email: request.email,
    line_items: request.items.map((item) => toLine(item, request.currency)),
    ...(coupon === null ? {} : { discounts: [{ coupon }] }),
    locale: request.locale,
    success_url: request.successUrl,
    cancel_url: request.cancelUrl,
    expires_at: Math.floor(request.expiresAt.getTime() / 1000),
  };
}

function toLine(item: CheckoutItem, currency: string): Stripe.Checkout.SessionCreateParams.LineItem {
  return {
    quantity: 1,
    price_data: {
      currency: currency.toLowerCase(),
      unit_amount: item.amountCents,
      product_data: { name: item.description },
    },
  };
}

/** Charges a customer's saved card. A declined card is a result; anything else throws. */
async function chargeRenewal(stripe: Stripe, request: ChargeRequest): Promise<PaymentEvent> {
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
