import type { AccountEnd } from '../../domain/account/lifecycle.ts';
import type { PaymentEventType } from '../ports/payments/events.ts';

/** Scheduled jobs carry nothing. */
type ByTheClock = Record<string, never>;

/** Every job and its payload. Payloads hold ids only, because the row is current when the job runs. */
export type JobPayloads = {
  /** The encrypted address: looking it up here keeps the response time independent of the result. */
  'mail-password-link': { sealedEmail: string };
  'send-mail': { mailId: string };
  'send-push': { messageId: string };
  'send-postback': { postbackId: string };
  'send-due-postbacks': ByTheClock;
  'fulfil-order': { orderId: string };
  'handle-provider-event': { eventId: string };
  'charge-bill': { orderId: string };
  'charge-again': { subscriptionId: string };
  'refund-order': { orderId: string };
  'refund-add-ons': { refundId: string };
  'expire-payment': { orderId: string };
  'reset-account': { accountId: string; requestId: string };
  'end-account': { accountId: string; why: AccountEnd };
  'sync-access': { accountId: string };
  'sync-halt': { haltId: string };
  'move-payout-money': { accountId: string };
  /** The encrypted address, as for a password link. */
  'mail-payout-code': { sealedEmail: string };
  'sync-renewal': { accountId: string };
  'make-performance-review': { reviewId: string };
  'sync-certificate': { accountId: string };
  /** `amountCents`: a part of the payment; `partialRefundId`: of a refund of a part. */
  'sandbox-webhook': {
    paymentId: string;
    eventId: string;
    type: PaymentEventType | 'method-changed';
    amountCents?: number;
    partialRefundId?: string;
  };
  'close-trading-day': ByTheClock;
  'compact-accounts': ByTheClock;
  'replay-parked-events': ByTheClock;
  /** `afterStart`: nothing is on its way any more, so nothing is waited for. */
  'reconcile-orders': { afterStart?: boolean };
  'reconcile-mails': { afterStart?: boolean };
  'reconcile-pushes': { afterStart?: boolean };
  'reconcile-access': ByTheClock;
  'release-commissions': Record<string, never>;
  'remind-buyers': ByTheClock;
  'run-renewals': ByTheClock;
  'delete-expired': ByTheClock;
  'expire-accounts': ByTheClock;
  'check-inactivity': ByTheClock;
  'check-heartbeats': ByTheClock;
  'detect-findings': ByTheClock;
  'check-conduct-deadlines': ByTheClock;
  'handle-identity-event': { eventId: string };
  'delete-documents': ByTheClock;
  'check-payout-deadlines': ByTheClock;
  'check-ticket-deadlines': ByTheClock;
  'delete-tickets': ByTheClock;
  'check-components': ByTheClock;
  'mail-incident': { updateId: string };
  'roll-up-payouts': ByTheClock;
  'settle-payout-batches': ByTheClock;
};

export type JobName = keyof JobPayloads;
