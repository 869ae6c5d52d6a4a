import { chargeAgainJob } from './charge-again.ts';
import { chargeBillJob } from './charge-bill.ts';
import { checkComponentsJob } from './check-components.ts';
import { checkConductDeadlinesJob } from './check-conduct-deadlines.ts';
import { checkHeartbeatsJob } from './check-heartbeats.ts';
import { checkInactivityJob } from './check-inactivity.ts';
import { checkPayoutDeadlinesJob } from './check-payout-deadlines.ts';
import { checkTicketDeadlinesJob } from './check-ticket-deadlines.ts';
import { closeTradingDayJob } from './close-trading-day.ts';
import { compactAccountsJob } from './compact-accounts.ts';
import { deleteDocumentsJob } from './delete-documents.ts';
import { deleteExpiredJob } from './delete-expired.ts';
import { deleteTicketsJob } from './delete-tickets.ts';
import { detectFindingsJob } from './detect-findings.ts';
import { endAccountJob } from './end-account.ts';
import { executePayoutTransfersJob } from './execute-payout-transfers.ts';
import { expireAccountsJob } from './expire-accounts.ts';
import { expirePaymentJob } from './expire-payment.ts';
import { fulfilOrderJob } from './fulfil-order.ts';
import { handleIdentityEventJob } from './handle-identity-event.ts';
import { handleProviderEventJob } from './handle-provider-event.ts';
import type { Job, JobHandler } from './job.ts';
import { mailIncidentJob } from './mail-incident.ts';
import { mailPasswordLinkJob } from './mail-password-link.ts';
import { mailPayoutCodeJob } from './mail-payout-code.ts';
import { mailVerificationJob } from './mail-verification.ts';
import { makePerformanceReviewJob } from './make-performance-review.ts';
import type { JobName } from './payloads.ts';
import { reconcileAccessJob } from './reconcile-access.ts';
import { reconcileIdentityEventsJob } from './reconcile-identity-events.ts';
import { reconcileMailsJob } from './reconcile-mails.ts';
import { reconcileOrdersJob } from './reconcile-orders.ts';
import { reconcilePushesJob } from './reconcile-pushes.ts';
import { reconcileRequestsJob } from './reconcile-requests.ts';
import { refundAddOnsJob } from './refund-add-ons.ts';
import { refundOrderJob } from './refund-order.ts';
import { releaseCommissionsJob } from './release-commissions.ts';
import { remindBuyersJob } from './remind-buyers.ts';
import { replayParkedEventsJob } from './replay-parked-events.ts';
import { resetAccountJob } from './reset-account.ts';
import { reviewCancellationJob } from './review-cancellation.ts';
import { rollUpPayoutsJob } from './roll-up-payouts.ts';
import { runRenewalsJob } from './run-renewals.ts';
import { sandboxWebhookJob } from './sandbox-webhook.ts';
import { sendDuePostbacksJob } from './send-due-postbacks.ts';
import { sendMailJob } from './send-mail.ts';
import { sendPostbackJob } from './send-postback.ts';
import { sendPushJob } from './send-push.ts';
import { settlePayoutBatchesJob } from './settle-payout-batches.ts';
import { syncAccessJob } from './sync-access.ts';
import { syncCertificateJob } from './sync-certificate.ts';
import { syncHaltJob } from './sync-halt.ts';
import { syncRenewalJob } from './sync-renewal.ts';

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
