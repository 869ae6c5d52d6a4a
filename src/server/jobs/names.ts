import type { AccountEnd } from '../../domain/account/lifecycle.ts';
import type { PaymentEventType } from '../ports/payments/events.ts';

/** Every job and what it carries. Payloads hold ids only: the row is the truth when the job runs. */
export type JobPayloads = {
  /** The sealed address: whether anybody has it is found out where nobody can see how long that takes. */
  'mail-password-link': { sealedEmail: string };
  'send-mail': { mailId: string };
  'fulfil-order': { orderId: string };
  'handle-provider-event': { eventId: string };
  'charge-bill': { orderId: string };
  'charge-again': { subscriptionId: string };
  'refund-order': { orderId: string };
  'reset-account': { accountId: string; requestId: string };
  'end-account': { accountId: string; why: AccountEnd };
  'sync-access': { accountId: string };
  'sync-renewal': { accountId: string };
  'sandbox-webhook': { paymentId: string; eventId: string; type: PaymentEventType | 'method-changed' };
  'close-trading-day': Record<string, never>;
  'tidy-accounts': Record<string, never>;
  /** `afterStart`: nothing is on its way any more, so nothing is waited for. */
  sweep: { afterStart?: boolean };
};

export type JobName = keyof JobPayloads;

const names: Readonly<Record<JobName, true>> = {
  'handle-provider-event': true,
  'fulfil-order': true,
  'charge-bill': true,
  'charge-again': true,
  'refund-order': true,
  'reset-account': true,
  'end-account': true,
  'sync-access': true,
  'sync-renewal': true,
  'mail-password-link': true,
  'send-mail': true,
  'sandbox-webhook': true,
  'close-trading-day': true,
  'tidy-accounts': true,
  sweep: true,
};

export const jobNames = Object.keys(names) as readonly JobName[];
