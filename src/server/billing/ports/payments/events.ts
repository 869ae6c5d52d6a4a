import type { ProviderRefund } from '#shared/orders/provider-refund.ts';

export type PaymentEventType =
  /** Made by the buyer, but the bank takes days to send it. */
  | 'processing'
  | 'paid'
  | 'declined'
  | 'canceled'
  | 'expired'
  | 'refunded'
  | 'disputed'
  | 'dispute-won'
  | 'dispute-lost';

/** A payment provider's message in our terms. `eventId` is the provider's and unique. */
export type PaymentEvent = {
  readonly eventId: string;
  readonly type: PaymentEventType;
  readonly paymentSessionId: string;
  readonly orderId: string;
  /** The order's total in cents; the total refunded so far for refunds; the amount itself for a dispute. */
  readonly amountCents: number;
  readonly currency: string;
  /** The provider's id of the saved payment method, if one was requested. */
  readonly method?: string | null;
  /** For refunds: all of the payment's, oldest first, as known when the message was sent. */
  readonly refunds?: readonly ProviderRefund[];
  /** For disputes: the provider's id, the bank's reason, and until when it takes evidence, if it says so. */
  readonly dispute?: { readonly id: string; readonly reason: string; readonly evidenceDueAt?: number };
};

/** The buyer has saved another payment method. */
export type MethodEvent = {
  readonly eventId: string;
  readonly type: 'method-changed';
  readonly method: string;
  /** Set for a subscription that had no payment method before. */
  readonly subscriptionId: string | null;
};

export type ProviderEvent = PaymentEvent | MethodEvent;
