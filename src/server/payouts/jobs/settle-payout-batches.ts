import type { Job } from '#server/core/jobs/job.ts';
import { settlePayoutBatches } from '../batches/settle.ts';

/** Sent by each export, cancellation and import; the schedule finds what a crash left unfinished. */
export const settlePayoutBatchesJob: Job<'settle-payout-batches'> = {
  schedule: { cron: '*/10 * * * *', timezone: 'UTC' },
  atStart: {},
  handle: (deps) => settlePayoutBatches(deps),
};
