import { job, type PayloadsOf } from '#server/core/jobs/job.ts';
import { mailPayoutCode } from './access/request.ts';
import { settlePayoutBatches } from './batches/settle.ts';
import { deleteDueDocuments } from './payees/delete-documents.ts';
import { handleIdentityEvent } from './payees/handle-identity-event.ts';
import { requeueIdentityEvents } from './payees/requeue-identity-events.ts';
import { checkPayoutDeadlines } from './stages/check-deadlines.ts';
import { executePayoutTransfers } from './stages/execute-transfers.ts';
import { rollUpPayouts } from './statistics/append-days.ts';

export const payoutsJobs = {
  'check-payout-deadlines': job({
    schedule: { cron: '*/5 * * * *', timezone: 'UTC' },
    handle: checkPayoutDeadlines,
  }),
  'delete-documents': job({
    schedule: { cron: '17 * * * *', timezone: 'UTC' },
    handle: deleteDueDocuments,
  }),
  'execute-payout-transfers': job<{ accountId: string }>({
    handle: (deps, { accountId }) => executePayoutTransfers(deps, accountId),
  }),
  'handle-identity-event': job<{ eventId: string }>({
    handle: (deps, { eventId }) => handleIdentityEvent(deps, eventId),
  }),
  /** The encrypted address, as for a password link. */
  'mail-payout-code': job<{ encryptedEmail: string }>({
    handle: (deps, { encryptedEmail }) => mailPayoutCode(deps, encryptedEmail),
  }),
  'reconcile-identity-events': job({
    schedule: { cron: '*/5 * * * *', timezone: 'UTC' },
    handle: requeueIdentityEvents,
  }),
  'roll-up-payouts': job({
    // Shortly after midnight, once the decisions of the previous day have been committed.
    schedule: { cron: '20 0 * * *', timezone: 'UTC' },
    atStart: {},
    handle: rollUpPayouts,
  }),
  /** Sent by each export, cancellation and import; the schedule finds what a crash left unfinished. */
  'settle-payout-batches': job({
    schedule: { cron: '*/10 * * * *', timezone: 'UTC' },
    atStart: {},
    handle: (deps) => settlePayoutBatches(deps),
  }),
};

declare module '#server/core/jobs/payloads.ts' {
  interface JobPayloads extends PayloadsOf<typeof payoutsJobs> {}
}
