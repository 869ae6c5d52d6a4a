import { job, type PayloadsOf } from '#server/core/jobs/job.ts';
import { retryCharges, runRenewals } from './bills/renew.ts';
import { checkOrderDeadlines } from './check-deadlines.ts';
import { reviewUnconfirmedCancellation } from './contract-cancellation/confirm.ts';
import { chargeBill } from './payments/charge-bill.ts';
import { expirePayment } from './payments/expire-payment.ts';
import { handleProviderEvent } from './payments/handle.ts';
import { reconcileOrders } from './payments/reconcile.ts';
import { recordCard } from './payments/record-card.ts';
import type { WebhookMessage } from './ports/payments/sandbox/types.ts';
import { readProviderPayouts } from './provider-payouts/read.ts';
import { sendOrderRefund, sendPartialRefund } from './refunds/send.ts';
import { recordCardEnding } from './subscriptions/record-card-ending.ts';
import { type PaidAhead, refundPaidAhead } from './subscriptions/refund-ahead.ts';
import { syncRenewal } from './subscriptions/sync-renewal.ts';
import { confirmVatNumbers } from './vat-numbers/confirm-later.ts';

export const billingJobs = {
  'charge-again': job<{ subscriptionId: string }>({
    handle: (deps, { subscriptionId }) => retryCharges(deps, subscriptionId),
  }),
  'charge-bill': job<{ orderId: string }>({
    handle: (deps, { orderId }) => chargeBill(deps, orderId),
  }),
  'check-order-deadlines': job({
    schedule: { cron: '40 * * * *', timezone: 'UTC' },
    handle: checkOrderDeadlines,
  }),
  'confirm-vat-numbers': job({
    schedule: { cron: '50 * * * *', timezone: 'UTC' },
    handle: confirmVatNumbers,
  }),
  'expire-payment': job<{ orderId: string }>({
    handle: (deps, { orderId }) => expirePayment(deps, orderId),
  }),
  'handle-provider-event': job<{ eventId: string }>({
    handle: (deps, { eventId }) => handleProviderEvent(deps, eventId),
  }),
  /** `afterStart`: nothing can still be in progress after a start, so nothing is waited for. */
  'reconcile-orders': job<{ afterStart?: boolean }>({
    schedule: { cron: '* * * * *', timezone: 'UTC' },
    atStart: { afterStart: true },
    handle: reconcileOrders,
  }),
  'read-provider-payouts': job({
    schedule: { cron: '20 * * * *', timezone: 'UTC' },
    atStart: {},
    handle: readProviderPayouts,
  }),
  'record-card': job<{ orderId: string }>({
    handle: (deps, { orderId }) => recordCard(deps, orderId),
  }),
  'record-card-ending': job<{ subscriptionId: string }>({
    handle: (deps, { subscriptionId }) => recordCardEnding(deps, subscriptionId),
  }),
  'refund-add-ons': job<{ refundId: string }>({
    handle: (deps, { refundId }) => sendPartialRefund(deps, refundId),
  }),
  'refund-ahead': job<PaidAhead>({ handle: refundPaidAhead }),
  'refund-order': job<{ orderId: string }>({
    handle: (deps, { orderId }) => sendOrderRefund(deps, orderId),
  }),
  'review-cancellation': job<{ cancellationId: string }>({
    handle: (deps, { cancellationId }) => reviewUnconfirmedCancellation(deps, cancellationId),
  }),
  'run-renewals': job({
    schedule: { cron: '* * * * *', timezone: 'UTC' },
    atStart: {},
    handle: runRenewals,
  }),
  'sandbox-webhook': job<WebhookMessage>({
    handle: async (deps, message) => deps.payments.admin?.deliver(message),
  }),
  'sync-renewal': job<{ accountId: string }>({
    handle: (deps, { accountId }) => syncRenewal(deps, accountId),
  }),
};

declare module '#server/core/jobs/payloads.ts' {
  interface JobPayloads extends PayloadsOf<typeof billingJobs> {}
}
