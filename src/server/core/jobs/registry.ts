import { checkHeartbeatsJob } from '#server/accounts/jobs/check-heartbeats.ts';
import { checkInactivityJob } from '#server/accounts/jobs/check-inactivity.ts';
import { closeTradingDayJob } from '#server/accounts/jobs/close-trading-day.ts';
import { compactAccountsJob } from '#server/accounts/jobs/compact-accounts.ts';
import { endAccountJob } from '#server/accounts/jobs/end-account.ts';
import { expireAccountsJob } from '#server/accounts/jobs/expire-accounts.ts';
import { reconcileAccessJob } from '#server/accounts/jobs/reconcile-access.ts';
import { reconcileRequestsJob } from '#server/accounts/jobs/reconcile-requests.ts';
import { replayParkedEventsJob } from '#server/accounts/jobs/replay-parked-events.ts';
import { resetAccountJob } from '#server/accounts/jobs/reset-account.ts';
import { restoreAccountJob } from '#server/accounts/jobs/restore-account.ts';
import { syncAccessJob } from '#server/accounts/jobs/sync-access.ts';
import { releaseCommissionsJob } from '#server/affiliates/jobs/release-commissions.ts';
import { sendDuePostbacksJob } from '#server/affiliates/jobs/send-due-postbacks.ts';
import { sendPostbackJob } from '#server/affiliates/jobs/send-postback.ts';
import { chargeAgainJob } from '#server/billing/jobs/charge-again.ts';
import { chargeBillJob } from '#server/billing/jobs/charge-bill.ts';
import { expirePaymentJob } from '#server/billing/jobs/expire-payment.ts';
import { handleProviderEventJob } from '#server/billing/jobs/handle-provider-event.ts';
import { reconcileOrdersJob } from '#server/billing/jobs/reconcile-orders.ts';
import { refundAddOnsJob } from '#server/billing/jobs/refund-add-ons.ts';
import { refundOrderJob } from '#server/billing/jobs/refund-order.ts';
import { reviewCancellationJob } from '#server/billing/jobs/review-cancellation.ts';
import { runRenewalsJob } from '#server/billing/jobs/run-renewals.ts';
import { sandboxWebhookJob } from '#server/billing/jobs/sandbox-webhook.ts';
import { syncRenewalJob } from '#server/billing/jobs/sync-renewal.ts';
import { syncCertificateJob } from '#server/certificates/jobs/sync-certificate.ts';
import { reconcileMailsJob } from '#server/messages/jobs/reconcile-mails.ts';
import { reconcilePushesJob } from '#server/messages/jobs/reconcile-pushes.ts';
import { sendMailJob } from '#server/messages/jobs/send-mail.ts';
import { sendPushJob } from '#server/messages/jobs/send-push.ts';
import { fulfilOrderJob } from '#server/orders/jobs/fulfil-order.ts';
import { remindBuyersJob } from '#server/orders/jobs/remind-buyers.ts';
import { checkPayoutDeadlinesJob } from '#server/payouts/jobs/check-payout-deadlines.ts';
import { deleteDocumentsJob } from '#server/payouts/jobs/delete-documents.ts';
import { executePayoutTransfersJob } from '#server/payouts/jobs/execute-payout-transfers.ts';
import { handleIdentityEventJob } from '#server/payouts/jobs/handle-identity-event.ts';
import { mailPayoutCodeJob } from '#server/payouts/jobs/mail-payout-code.ts';
import { reconcileIdentityEventsJob } from '#server/payouts/jobs/reconcile-identity-events.ts';
import { rollUpPayoutsJob } from '#server/payouts/jobs/roll-up-payouts.ts';
import { settlePayoutBatchesJob } from '#server/payouts/jobs/settle-payout-batches.ts';
import { mailPasswordLinkJob } from '#server/people/jobs/mail-password-link.ts';
import { mailVerificationJob } from '#server/people/jobs/mail-verification.ts';
import { deleteExpiredJob } from '#server/privacy/jobs/delete-expired.ts';
import { makePerformanceReviewJob } from '#server/reviews/jobs/make-performance-review.ts';
import { checkConductDeadlinesJob } from '#server/risk/jobs/check-conduct-deadlines.ts';
import { detectFindingsJob } from '#server/risk/jobs/detect-findings.ts';
import { syncHaltJob } from '#server/risk/jobs/sync-halt.ts';
import { checkComponentsJob } from '#server/status/jobs/check-components.ts';
import { mailIncidentJob } from '#server/status/jobs/mail-incident.ts';
import { checkTicketDeadlinesJob } from '#server/support/jobs/check-ticket-deadlines.ts';
import { deleteTicketsJob } from '#server/support/jobs/delete-tickets.ts';
import type { Job, JobHandler } from './job.ts';
import type { JobName } from './payloads.ts';

/** Every job; an unlisted one doesn't compile, and each listed one has its own queue, worker and retries. */
export const jobs: { readonly [Name in JobName]: Job<Name> } = {
  'handle-provider-event': handleProviderEventJob,
  'fulfil-order': fulfilOrderJob,
  'charge-bill': chargeBillJob,
  'charge-again': chargeAgainJob,
  'refund-order': refundOrderJob,
  'refund-add-ons': refundAddOnsJob,
  'expire-payment': expirePaymentJob,
  'reset-account': resetAccountJob,
  'restore-account': restoreAccountJob,
  'end-account': endAccountJob,
  'sync-access': syncAccessJob,
  'sync-halt': syncHaltJob,
  'execute-payout-transfers': executePayoutTransfersJob,
  'mail-payout-code': mailPayoutCodeJob,
  'mail-verification': mailVerificationJob,
  'review-cancellation': reviewCancellationJob,
  'sync-renewal': syncRenewalJob,
  'make-performance-review': makePerformanceReviewJob,
  'sync-certificate': syncCertificateJob,
  'mail-password-link': mailPasswordLinkJob,
  'send-mail': sendMailJob,
  'send-push': sendPushJob,
  'send-postback': sendPostbackJob,
  'send-due-postbacks': sendDuePostbacksJob,
  'sandbox-webhook': sandboxWebhookJob,
  'close-trading-day': closeTradingDayJob,
  'compact-accounts': compactAccountsJob,
  'replay-parked-events': replayParkedEventsJob,
  'reconcile-orders': reconcileOrdersJob,
  'reconcile-mails': reconcileMailsJob,
  'reconcile-pushes': reconcilePushesJob,
  'reconcile-access': reconcileAccessJob,
  'reconcile-requests': reconcileRequestsJob,
  'reconcile-identity-events': reconcileIdentityEventsJob,
  'remind-buyers': remindBuyersJob,
  'release-commissions': releaseCommissionsJob,
  'run-renewals': runRenewalsJob,
  'delete-expired': deleteExpiredJob,
  'expire-accounts': expireAccountsJob,
  'check-inactivity': checkInactivityJob,
  'check-heartbeats': checkHeartbeatsJob,
  'detect-findings': detectFindingsJob,
  'check-conduct-deadlines': checkConductDeadlinesJob,
  'handle-identity-event': handleIdentityEventJob,
  'delete-documents': deleteDocumentsJob,
  'check-payout-deadlines': checkPayoutDeadlinesJob,
  'check-ticket-deadlines': checkTicketDeadlinesJob,
  'delete-tickets': deleteTicketsJob,
  'check-components': checkComponentsJob,
  'mail-incident': mailIncidentJob,
  'roll-up-payouts': rollUpPayoutsJob,
  'settle-payout-batches': settlePayoutBatchesJob,
};

export const jobNames = Object.keys(jobs) as readonly JobName[];

export type Handlers = { readonly [Name in JobName]?: JobHandler<Name> };

export const handlers = Object.fromEntries(jobNames.map((name) => [name, jobs[name].handle])) as Required<Handlers>;
