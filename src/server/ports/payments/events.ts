export type PaymentEventType =
  | 'paid'
  | 'declined'
  | 'cancelled'
  | 'expired'
  | 'refunded'
  | 'disputed'
  | 'dispute-won'
  | 'dispute-lost';

/** What a payment provider tells us, in our words. `eventId` is the provider's and unique. */
export type PaymentEvent = {
  readonly eventId: string;
  readonly type: PaymentEventType;
  readonly paymentSessionId: string;
  readonly orderId: string;
  /** The order's whole sum in cents, of a refund too: a part given back does not undo an order. Of a dispute its sum. */
  readonly amountCents: number;
  readonly currency: string;
  /** The provider's name for the means of payment it saved, of a payment that asked for that. */
  readonly method?: string | null;
  /** Of the three about a dispute: the provider's own id of it, and the reason the bank gives. */
  readonly dispute?: { readonly id: string; readonly reason: string };
};

/** The buyer left another means of payment. */
export type MethodEvent = {
  readonly eventId: string;
  readonly type: 'method-changed';
  /** The provider's name for it. */
  readonly method: string;
  /** Of a subscription that had none before. */
  readonly subscriptionId: string | null;
};

export type ProviderEvent = PaymentEvent | MethodEvent;
