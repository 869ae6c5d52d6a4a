import type { PaymentEvent, ProviderEvent } from './events.ts';
import type { ProviderPayout, ProviderTransaction } from './payouts.ts';
import type { SandboxAdmin } from './sandbox/types.ts';

export type CheckoutItem = { readonly description: string; readonly amountCents: number };

export type CheckoutRequest = {
  readonly orderId: string;
  /** Shown to the buyer, and in the provider's own records. */
  readonly orderNumber: string;
  /** The items minus the discount. */
  readonly amountCents: number;
  readonly items: readonly CheckoutItem[];
  readonly discountCents: number;
  readonly currency: 'USD';
  readonly email: string;
  readonly locale: string;
  readonly successUrl: string;
  readonly cancelUrl: string;
  readonly expiresAt: Date;
  /** Whether the payment method is saved for renewals, which we charge through `charge`. */
  readonly savesMethod: boolean;
};

/** A renewal, charged to the saved payment method without the buyer. */
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
  /** The current payment method; null if there is none. */
  readonly method: string | null;
  readonly email: string;
  readonly locale: string;
  readonly returnUrl: string;
};

/**
 * A card that paid. `country` issued it; `fingerprint` is the provider's, the same for everyone who uses the card. Null if unknown.
 */
export type PaymentCard = { readonly country: string | null; readonly fingerprint: string | null };

export type RefundRequest = {
  readonly orderId: string;
  readonly paymentSessionId: string;
  readonly amountCents: number;
  /** `rest` for everything that other refunds leave, or the id of a partial refund. */
  readonly requestId: string;
};

export type CheckoutSession = { readonly paymentSessionId: string; readonly url: string };

/** A payment provider: Stripe, or the sandbox that behaves like it. */
export type Payments = {
  readonly name: 'stripe' | 'sandbox';
  /** Whether anything can be bought. */
  readonly isOpen: boolean;
  /** Idempotent: the same order id returns the same session. */
  openCheckout(request: CheckoutRequest): Promise<CheckoutSession>;
  /** Closes a payment page, so that it can no longer be paid; does nothing once the payment is decided. */
  expireCheckout(paymentSessionId: string): Promise<void>;
  /**
   * Verifies the signature over the raw body.
   * @returns null for irrelevant events
   * @throws {ServiceError} 400 for a wrong signature
   */
  readWebhook(rawBody: string, headers: Headers): Promise<ProviderEvent | null>;
  /** Fetches a session's status, for webhooks that never arrived; null while undecided. */
  lookUp(paymentSessionId: string): Promise<PaymentEvent | null>;
  /** Charges a saved payment method, once per order id. */
  charge(request: ChargeRequest): Promise<PaymentEvent>;
  /** The card of a payment; null for payments without one. */
  findCard(paymentSessionId: string): Promise<PaymentCard | null>;
  /** The last four digits of the card that a saved payment method charges; null if it isn't a card. */
  findCardEnding(method: string): Promise<string | null>;
  /** The page where the buyer saves another payment method; a webhook reports the change. */
  openMethodChange(request: MethodChange): Promise<{ readonly url: string }>;
  /**
   * Refunds an amount once per request of an order, however late it is retried. A webhook reports it;
   * `settledCents` is what an earlier attempt has already returned, and null if none has.
   */
  refund(request: RefundRequest): Promise<{ readonly settledCents: number | null }>;
  /** What the provider has sent to the firm's bank since, newest first. */
  listPayouts(since: Date): Promise<readonly ProviderPayout[]>;
  listTransactions(payoutId: string): Promise<readonly ProviderTransaction[]>;
  /** Controls of the sandbox, where its payment page is served; null for real providers. */
  readonly admin: SandboxAdmin | null;
};
