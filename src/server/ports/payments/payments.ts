import type { SandboxDesk } from './sandbox/desk.ts';

export type PaymentEventType = 'paid' | 'declined' | 'cancelled' | 'expired' | 'refunded';

/** What a payment provider tells us, in our words. `eventId` is the provider's and unique. */
export type PaymentEvent = {
  readonly eventId: string;
  readonly type: PaymentEventType;
  readonly paymentSessionId: string;
  readonly orderId: string;
  /** The order's whole sum in cents, of a refund too: a part given back does not undo an order. */
  readonly amountCents: number;
  readonly currency: string;
};

/** One row of the bill. What renews is charged again every period at this price, without the discount. */
export type CheckoutItem = {
  readonly description: string;
  readonly amountCents: number;
  readonly renews: 'monthly' | 'yearly' | null;
};

export type CheckoutRequest = {
  readonly orderId: string;
  /** The items less the discount. */
  readonly amountCents: number;
  readonly items: readonly CheckoutItem[];
  readonly discountCents: number;
  readonly currency: 'USD';
  readonly email: string;
  readonly locale: string;
  readonly successUrl: string;
  readonly cancelUrl: string;
  readonly expiresAt: Date;
};

export type CheckoutSession = { readonly paymentSessionId: string; readonly url: string };

/** A payment provider: stripe, or the sandbox that behaves like one. */
export type Payments = {
  readonly name: 'stripe' | 'sandbox';
  /** The same order id gives the same session again: creation may be retried. */
  openCheckout(request: CheckoutRequest): Promise<CheckoutSession>;
  /** Checks the signature over the raw body; null for an event we have no use for; throws a 400 on a bad signature. */
  readWebhook(rawBody: string, headers: Headers): Promise<PaymentEvent | null>;
  /** Asks the provider how a session stands, for webhooks that never came; null while nothing is decided. */
  lookUp(paymentSessionId: string): Promise<PaymentEvent | null>;
  /** The sandbox's own counter, where its payment page is served; null at a real provider. */
  readonly desk: SandboxDesk | null;
};
