import type { Locale } from '#i18n/locales.ts';
import type { AccountEndReason } from '#shared/accounts/lifecycle.ts';
import type { ProviderRefund } from '#shared/orders/provider-refund.ts';
import type { PaymentEventType } from '../ports/payments/events.ts';

/** Scheduled jobs have no payload. */
type EmptyPayload = Record<string, never>;

/** Every job and its payload. Payloads hold only ids, so that jobs read the current rows when they run. */
export type JobPayloads = {
  /** The encrypted address. The job looks it up, so that the response time doesn't reveal whether it is known. */
  'mail-password-link': { encryptedEmail: string };
  /** The same, and the language in which the code was requested. */
  'mail-verification': { encryptedEmail: string; locale: Locale };
  'send-mail': { mailId: string };
  'send-push': { messageId: string };
  'send-postback': { postbackId: string };
  'send-due-postbacks': EmptyPayload;
  'fulfil-order': { orderId: string };
  'handle-provider-event': { eventId: string };
  'charge-bill': { orderId: string };
  'charge-again': { subscriptionId: string };
  'refund-order': { orderId: string };
  'refund-add-ons': { refundId: string };
  'expire-payment': { orderId: string };
  'reset-account': { accountId: string; requestId: string };
  'restore-account': { disputeId: string };
  'end-account': { accountId: string; reason: AccountEndReason };
  'sync-access': { accountId: string };
  'sync-halt': { haltId: string };
  'execute-payout-transfers': { accountId: string };
  /** The encrypted address, as for a password link. */
  'mail-payout-code': { encryptedEmail: string };
  'sync-renewal': { accountId: string };
  'make-performance-review': { reviewId: string };
  'review-cancellation': { cancellationId: string };
  'sync-certificate': { accountId: string };
  /** `amountCents`: a part of the payment; `refunds`: all of its refunds at the time. */
  'sandbox-webhook': {
    paymentId: string;
    eventId: string;
    type: PaymentEventType | 'method-changed';
    amountCents?: number;
    refunds?: readonly ProviderRefund[];
  };
  'close-trading-day': EmptyPayload;
  'compact-accounts': EmptyPayload;
  'replay-parked-events': EmptyPayload;
  /** `afterStart`: nothing can still be in progress after a start, so nothing is waited for. */
  'reconcile-orders': { afterStart?: boolean };
  'reconcile-mails': { afterStart?: boolean };
  'reconcile-pushes': { afterStart?: boolean };
  'reconcile-access': EmptyPayload;
  'reconcile-requests': EmptyPayload;
  'reconcile-identity-events': EmptyPayload;
  'release-commissions': EmptyPayload;
  'remind-buyers': EmptyPayload;
  'run-renewals': EmptyPayload;
  'delete-expired': EmptyPayload;
  'expire-accounts': EmptyPayload;
  'check-inactivity': EmptyPayload;
  'check-heartbeats': EmptyPayload;
  'detect-findings': EmptyPayload;
  'check-conduct-deadlines': EmptyPayload;
  'handle-identity-event': { eventId: string };
  'delete-documents': EmptyPayload;
  'check-payout-deadlines': EmptyPayload;
  'check-ticket-deadlines': EmptyPayload;
  'delete-tickets': EmptyPayload;
  'check-components': EmptyPayload;
  'mail-incident': { updateId: string };
  'roll-up-payouts': EmptyPayload;
  'settle-payout-batches': EmptyPayload;
};

export type JobName = keyof JobPayloads;
