import { createHmac } from 'node:crypto';
import { getRow, insertOnce } from '#server/core/database/rows.ts';
import { ServiceError } from '#server/core/deps.ts';
import { sumRefunds } from '#shared/orders/provider-refund.ts';
import type { PaymentEvent, PaymentEventType } from '../events.ts';
import type { ChargeRequest, CheckoutRequest, MethodChange, Payments } from '../payments.ts';
import { type AdminOptions, openAdmin } from './admin.ts';
import { methodChangePrefix, parseMessage } from './messages.ts';
import { openPayouts } from './payouts.ts';
import { isSignedBy, signatureHeader } from './signature.ts';
import type { SandboxPayment } from './types.ts';

type SandboxOptions = AdminOptions & {
  /** The public origin of the sandbox's payment page. */
  readonly pageOrigin: string;
};

/** What a payment has come to; an open or declined one can still be paid. */
const decided: Readonly<Partial<Record<SandboxPayment['status'], PaymentEventType>>> = {
  processing: 'processing',
  paid: 'paid',
  canceled: 'canceled',
  expired: 'expired',
  refunded: 'refunded',
  disputed: 'paid',
  won: 'paid',
  lost: 'refunded',
};

/** A payment provider without money, but with its own records, payment page and signed webhooks, like a real one. */
export function createSandboxPayments(options: SandboxOptions): Payments {
  const { db, clock, secret, pageOrigin } = options;
  const admin = openAdmin(options);

  // Only the buyer can know the page's address, and an order always gets the same one.
  function paymentIdOf(orderId: string): string {
    return `pay_${createHmac('sha256', secret).update(`payment:${orderId}`).digest('base64url').slice(0, 27)}`;
  }

  return {
    name: 'sandbox',
    isOpen: true,
    admin,

    async openCheckout(request: CheckoutRequest) {
      const id = paymentIdOf(request.orderId);
      await insertOnce(db, 'sandbox_payment', {
        id,
        order_id: request.orderId,
        reference: request.orderNumber,
        amount_cents: request.amountCents,
        currency: request.currency,
        email: request.email,
        description: request.items.map((item) => item.description).join(', '),
        success_url: request.successUrl,
        cancel_url: request.cancelUrl,
        locale: request.locale,
        expires_at: request.expiresAt,
        status: 'open',
        created_at: clock(),
      });
      return { paymentSessionId: id, url: `${pageOrigin}/api/dev/pay/${id}` };
    },

    async expireCheckout(paymentSessionId) {
      await admin.settle(paymentSessionId, 'expired', 'normal');
    },

    async readWebhook(rawBody, headers) {
      if (!isSignedBy(secret, rawBody, headers.get(signatureHeader), clock())) {
        throw new ServiceError(400, 'bad_body');
      }
      return parseMessage(rawBody);
    },

    async lookUp(paymentSessionId): Promise<PaymentEvent | null> {
      const payment = await admin.find(paymentSessionId);
      const type = payment && decided[payment.status];
      if (!type) return null;
      if (type === 'refunded') return toRefundEvent(payment);
      return {
        eventId: `lookup_${payment.id}_${type}`,
        type,
        paymentSessionId: payment.id,
        orderId: payment.order_id,
        amountCents: payment.amount_cents,
        currency: payment.currency,
        method: payment.method ?? payment.id,
      };
    },

    /** Everyone has a card of their own, issued nowhere, unless the page was told to use the shared one. */
    async findCard(paymentSessionId) {
      const payment = await admin.find(paymentSessionId);
      const saved = payment?.method ? await admin.find(payment.method) : payment;
      return saved ? { country: null, fingerprint: saved.card ?? saved.email.toLowerCase() } : null;
    },

    /** Ends as Stripe's test cards do: the one that works, and the one that renewals can't charge. */
    async findCardEnding(method) {
      const card = await admin.find(method);
      return card === undefined ? null : card.renewals === 'pay' ? '4242' : '0341';
    },

    ...openRenewals(options, admin, paymentIdOf),

    ...openPayouts(options),

    refund: ({ paymentSessionId, amountCents, requestId }) =>
      admin.refund(paymentSessionId, { amountCents, requestId }),
  };
}

/** What the provider charges by itself: the saved means of payment, and changing it. */
function openRenewals(
  { db, clock, pageOrigin }: SandboxOptions,
  admin: ReturnType<typeof openAdmin>,
  paymentIdOf: (orderId: string) => string,
): Pick<Payments, 'charge' | 'openMethodChange'> {
  return {
    async charge(request: ChargeRequest) {
      const card = await admin.find(request.method);
      if (!card) throw new Error('The sandbox has no such means of payment');
      const id = paymentIdOf(request.orderId);
      const status = card.renewals === 'pay' ? 'paid' : 'declined';
      await insertOnce(db, 'sandbox_payment', {
        id,
        order_id: request.orderId,
        amount_cents: request.amountCents,
        currency: request.currency,
        email: request.email,
        description: request.description,
        success_url: pageOrigin,
        cancel_url: pageOrigin,
        locale: request.locale,
        expires_at: clock(),
        status,
        method: card.id,
        created_at: clock(),
      });
      const payment = await getRow(db, 'sandbox_payment', id);
      return {
        eventId: `charge_${id}`,
        type: payment.status === 'declined' ? 'declined' : 'paid',
        paymentSessionId: id,
        orderId: payment.order_id,
        amountCents: payment.amount_cents,
        currency: payment.currency,
        method: card.id,
      };
    },

    async openMethodChange({ subscriptionId, method, email, locale, returnUrl }: MethodChange) {
      const id = method ?? paymentIdOf(methodChangePrefix + subscriptionId);
      if (method === null) {
        await insertOnce(db, 'sandbox_payment', {
          ...{ id, order_id: methodChangePrefix + subscriptionId, amount_cents: 0, currency: 'USD', email, locale },
          ...{ description: '', success_url: returnUrl, cancel_url: returnUrl, status: 'paid' },
          expires_at: clock(),
          created_at: clock(),
        });
      }
      return { url: `${pageOrigin}/api/dev/card/${id}?${new URLSearchParams({ lang: locale, back: returnUrl })}` };
    },
  };
}

/** Money that the bank took back was returned like a refund. */
function toRefundEvent({ id, order_id, status, amount_cents, currency, refunds }: SandboxPayment): PaymentEvent {
  const facts = { eventId: `lookup_${id}_refunded`, paymentSessionId: id, orderId: order_id, currency };
  const lost = { id: `lost_${id}`, amountCents: amount_cents, status: 'succeeded', requestId: null } as const;
  const returned = status === 'lost' ? [lost] : refunds;
  return { ...facts, type: 'refunded', amountCents: sumRefunds(returned), refunds: returned };
}
