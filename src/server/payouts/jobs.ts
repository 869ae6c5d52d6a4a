import { job, scheduled } from '#server/core/jobs/job.ts';
import { mailPayoutCode } from './access/request.ts';
import { approveByRule } from './approval/approve-by-rule.ts';
import { creditLatePayouts } from './approval/promise-hour.ts';
import { settlePayoutBatches } from './batches/settle.ts';
import { deleteDueDocuments } from './payees/delete-documents.ts';
import { handleIdentityEvent } from './payees/handle-identity-event.ts';
import { requeueIdentityEvents } from './payees/requeue-identity-events.ts';
import { payByRail } from './rail/pay.ts';
import { checkPayoutDeadlines } from './stages/check-deadlines.ts';
import { executePayoutTransfers } from './stages/execute-transfers.ts';
import { rollUpPayouts } from './statistics/append-days.ts';

export const payoutsJobs = {
  /** Sent when an amount has left its account; the schedule finds those whose last check turned green since. */
  'approve-payouts-by-rule': scheduled('* * * * *', approveByRule, { atStart: {} }),
  'check-payout-deadlines': scheduled('*/5 * * * *', checkPayoutDeadlines),
  'delete-documents': scheduled('17 * * * *', deleteDueDocuments),
  'execute-payout-transfers': job<{ accountId: string }>((deps, { accountId }) =>
    executePayoutTransfers(deps, accountId),
  ),
  'handle-identity-event': job<{ eventId: string }>((deps, { eventId }) => handleIdentityEvent(deps, eventId)),
  /** The encrypted address, as for a password link. */
  'mail-payout-code': job<{ encryptedEmail: string }>((deps, { encryptedEmail }) =>
    mailPayoutCode(deps, encryptedEmail),
  ),
  /** Sent with each approval by rule; the schedule asks again, and credits what is late. */
  'pay-by-rail': scheduled('* * * * *', payByRail, { atStart: {} }),
  'credit-late-payouts': scheduled('* * * * *', creditLatePayouts),
  'reconcile-identity-events': scheduled('*/5 * * * *', requeueIdentityEvents),
  /** Shortly after midnight, once the decisions of the previous day have been committed. */
  'roll-up-payouts': scheduled('20 0 * * *', rollUpPayouts, { atStart: {} }),
  /** Sent by each export, cancellation and import; the schedule finds what a crash left unfinished. */
  'settle-payout-batches': scheduled('*/10 * * * *', settlePayoutBatches, { atStart: {} }),
};
