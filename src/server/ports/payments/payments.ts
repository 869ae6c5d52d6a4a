/** What a payment provider tells us, in our words. `eventId` is the provider's and unique. */
export type PaymentEvent = {
  readonly eventId: string;
  readonly type: 'paid' | 'declined' | 'cancelled' | 'expired' | 'refunded';
  readonly paymentSessionId: string;
  readonly orderId: string;
  readonly amountCents: number;
  readonly currency: string;
};

export type CheckoutRequest = {
  readonly orderId: string;
  readonly amountCents: number;
  readonly currency: 'USD';
  readonly email: string;
  readonly description: string;
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
  /** Asks the provider how a session stands, for webhooks that never came. */
  lookUp(paymentSessionId: string): Promise<PaymentEvent | null>;
};
