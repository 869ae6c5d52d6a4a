import type { PaymentEvent, ProviderEvent } from './events.ts';
import type { SandboxAdmin } from './sandbox/types.ts';

/** One row of the bill. */
export type CheckoutItem = { readonly description: string; readonly amountCents: number };

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
  /** Whether the means of payment is kept for renewals, which we charge ourselves by `charge`. */
  readonly savesMethod: boolean;
};

/** A renewal: charged to the saved means of payment, without the buyer. */
export type ChargeRequest = {
  readonly orderId: string;
  readonly amountCents: number;
  readonly currency: 'USD';
  readonly method: string;
  readonly description: string;
  readonly email: string;
  readonly locale: string;
};

export type MethodChange = {
  readonly subscriptionId: string;
  /** What it is charged to so far; null for nothing. */
  readonly method: string | null;
  readonly email: string;
  readonly locale: string;
  readonly returnUrl: string;
};

export type RefundRequest = {
  readonly orderId: string;
  readonly paymentSessionId: string;
  readonly amountCents: number;
};

export type CheckoutSession = { readonly paymentSessionId: string; readonly url: string };

/** A payment provider: stripe, or the sandbox that behaves like one. */
export type Payments = {
  readonly name: 'stripe' | 'sandbox';
  /** The same order id gives the same session again: creation may be retried. */
  openCheckout(request: CheckoutRequest): Promise<CheckoutSession>;
  /** Checks the signature over the raw body; null for an event we have no use for; throws a 400 on a bad signature. */
  readWebhook(rawBody: string, headers: Headers): Promise<ProviderEvent | null>;
  /** Asks the provider how a session stands, for webhooks that never came; null while nothing is decided. */
  lookUp(paymentSessionId: string): Promise<PaymentEvent | null>;
  /** Charges a saved means of payment; the same order id charges once, however often it is asked. */
  charge(request: ChargeRequest): Promise<PaymentEvent>;
  /** Where the buyer leaves another means of payment for what is charged later; a message says when they have. */
  openMethodChange(request: MethodChange): Promise<{ readonly url: string }>;
  /** Gives the whole sum back; the same order id does so once. The provider's message then moves the order. */
  refund(request: RefundRequest): Promise<void>;
  /** The sandbox's own counter, where its payment page is served; null at a real provider. */
  readonly admin: SandboxAdmin | null;
};
