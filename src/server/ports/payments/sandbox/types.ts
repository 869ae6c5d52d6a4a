import type { Selectable } from 'kysely';
import type { SandboxPaymentTable } from '../../../db/payment-tables.ts';
import type { JobPayloads } from '../../../jobs/payloads.ts';

export const deliveries = ['normal', 'twice', 'late', 'before', 'never'] as const;

/** How the webhook of a step reaches us; `before` is once, before the redirect, and not again should that fail. */
export type Delivery = (typeof deliveries)[number];

export type Outcome = 'paid' | 'declined' | 'cancelled' | 'refunded' | 'disputed' | 'dispute-won' | 'dispute-lost';

export type SandboxPayment = Selectable<SandboxPaymentTable>;

export type WebhookMessage = JobPayloads['sandbox-webhook'];

/** The sandbox provider's counter: what its page and its own workers do with its book. */
export type SandboxAdmin = {
  /** An open payment past its time reads as expired. */
  find(paymentId: string): Promise<SandboxPayment | undefined>;
  /**
   * Decides a payment and posts the webhook. A payment that cannot take the step, such as a second press of the same
   * button, stays as it is and nothing is posted.
   */
  settle(
    paymentId: string,
    outcome: Outcome,
    delivery: Delivery,
    renewals?: SandboxPayment['renewals'],
  ): Promise<SandboxPayment | undefined>;
  /** What the bank will say of a saved card from now on; the webhook says that the buyer changed it. */
  changeCard(paymentId: string, renewals: SandboxPayment['renewals']): Promise<SandboxPayment | undefined>;
  /** Posts one signed webhook. @throws when it is not answered with a 2xx, so that the job comes again */
  deliver(message: WebhookMessage): Promise<void>;
};
