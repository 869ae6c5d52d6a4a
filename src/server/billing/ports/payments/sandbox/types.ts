import type { Selectable } from 'kysely';
import type { ProviderRefund } from '#shared/orders/provider-refund.ts';
import type { PaymentEventType } from '../events.ts';
import type { SandboxPaymentTable } from './tables.ts';

export const deliveries = ['normal', 'twice', 'late', 'before', 'never'] as const;

/** How a step's webhook reaches us; `before` delivers it once before the redirect, without retries. */
export type Delivery = (typeof deliveries)[number];

export type Outcome =
  | 'processing'
  | 'paid'
  | 'requires-authentication'
  | 'declined'
  | 'canceled'
  | 'expired'
  | 'disputed'
  | 'dispute-won'
  | 'dispute-lost';

export type SandboxPayment = Selectable<SandboxPaymentTable>;

/** `amountCents`: a part of the payment; `refunds`: all of its refunds at the time. */
export type WebhookMessage = {
  readonly paymentId: string;
  readonly eventId: string;
  readonly type: PaymentEventType | 'method-changed';
  readonly amountCents?: number;
  readonly refunds?: readonly ProviderRefund[];
};

export type SettleOptions = {
  /** Outcome of later charges to the same payment method. */
  readonly renewals?: SandboxPayment['renewals'] | undefined;
  /** Pays with a card that other buyers use, too. */
  readonly card?: 'shared' | undefined;
  /** A part of the payment; the whole payment if omitted. */
  readonly amountCents?: number;
};

export type SandboxRefundRequest = { readonly requestId: string; readonly amountCents: number };

export type SandboxRefund = { readonly amountCents: number; readonly status: 'pending' | 'succeeded' };

/** The controls behind the sandbox's payment page and its jobs. */
export type SandboxAdmin = {
  /** An open payment past its expiry is returned as expired. */
  find(paymentId: string): Promise<SandboxPayment | undefined>;
  /**
   * Decides a payment and sends the webhook. An impossible step, such as a second click on the same button, changes and
   * sends nothing.
   */
  settle(
    paymentId: string,
    outcome: Outcome,
    delivery: Delivery,
    options?: SettleOptions,
  ): Promise<SandboxPayment | undefined>;
  /** Refunds a part or the rest once per request and sends the webhook; a second attempt reports it as settled. */
  refund(paymentId: string, request: SandboxRefundRequest): Promise<{ readonly settledCents: number | null }>;
  /** Refunds a part that the shop didn't request; more than is left changes and sends nothing. */
  refundAtProvider(paymentId: string, refund: SandboxRefund, delivery: Delivery): Promise<SandboxPayment | undefined>;
  /** Ends a refund, the shop's or the provider's. One that can't change to the status changes and sends nothing. */
  settleRefund(
    paymentId: string,
    refundId: string,
    status: 'succeeded' | 'failed',
    delivery: Delivery,
  ): Promise<SandboxPayment | undefined>;
  /** Sets the outcome of future charges to a saved card; the webhook reports the change. */
  changeCard(paymentId: string, renewals: SandboxPayment['renewals']): Promise<SandboxPayment | undefined>;
  /** Delivers one signed webhook. @throws if the response isn't 2xx, so that its job is retried */
  deliver(message: WebhookMessage): Promise<void>;
};
