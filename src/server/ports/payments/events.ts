export type PaymentEventType =
  | 'paid'
  | 'declined'
  | 'cancelled'
  | 'expired'
  | 'refunded'
  | 'partially-refunded'
  | 'disputed'
  | 'dispute-won'
  | 'dispute-lost';

/** A payment provider's message in our terms. `eventId` is the provider's and unique. */
export type PaymentEvent = {
  readonly eventId: string;
  readonly type: PaymentEventType;
  readonly paymentSessionId: string;
  readonly orderId: string;
  /**
   * The order's total in cents. For a refund, all that was refunded of it; for a partial one, that one's amount, as for
   * a dispute.
   */
  readonly amountCents: number;
  readonly currency: string;
  /** The provider's id of the saved payment method, if one was requested. */
  readonly method?: string | null;
  /** For a partial refund: the id we gave it. */
  readonly partialRefundId?: string;
  /** For dispute events: the provider's id and the bank's reason. */
  readonly dispute?: { readonly id: string; readonly reason: string };
};

/** The buyer has saved another payment method. */
export type MethodEvent = {
  readonly eventId: string;
  readonly type: 'method-changed';
  /** The provider's id of it. */
  readonly method: string;
  /** Set for a subscription that had no payment method before. */
  readonly subscriptionId: string | null;
};

export type ProviderEvent = PaymentEvent | MethodEvent;
