import { job, scheduled } from '#server/core/jobs/job.ts';
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
  'charge-again': job<{ subscriptionId: string }>((deps, { subscriptionId }) => retryCharges(deps, subscriptionId)),
  'charge-bill': job<{ orderId: string }>((deps, { orderId }) => chargeBill(deps, orderId)),
  'check-order-deadlines': scheduled('40 * * * *', checkOrderDeadlines),
  'confirm-vat-numbers': scheduled('50 * * * *', confirmVatNumbers),
  'expire-payment': job<{ orderId: string }>((deps, { orderId }) => expirePayment(deps, orderId)),
  'handle-provider-event': job<{ eventId: string }>((deps, { eventId }) => handleProviderEvent(deps, eventId)),
  /** `afterStart`: nothing can still be in progress after a start, so nothing is waited for. */
  'reconcile-orders': scheduled<{ afterStart?: boolean }>('* * * * *', reconcileOrders, {
    atStart: { afterStart: true },
  }),
  'read-provider-payouts': scheduled('20 * * * *', readProviderPayouts, { atStart: {} }),
  'record-card': job<{ orderId: string }>((deps, { orderId }) => recordCard(deps, orderId)),
  'record-card-ending': job<{ subscriptionId: string }>((deps, { subscriptionId }) =>
    recordCardEnding(deps, subscriptionId),
  ),
  'refund-add-ons': job<{ refundId: string }>((deps, { refundId }) => sendPartialRefund(deps, refundId)),
  'refund-ahead': job<PaidAhead>(refundPaidAhead),
  'refund-order': job<{ orderId: string }>((deps, { orderId }) => sendOrderRefund(deps, orderId)),
  'review-cancellation': job<{ cancellationId: string }>((deps, { cancellationId }) =>
    reviewUnconfirmedCancellation(deps, cancellationId),
  ),
  'run-renewals': scheduled('* * * * *', runRenewals, { atStart: {} }),
  'sandbox-webhook': job<WebhookMessage>(async (deps, message) => deps.payments.admin?.deliver(message)),
  'sync-renewal': job<{ accountId: string }>((deps, { accountId }) => syncRenewal(deps, accountId)),
};
