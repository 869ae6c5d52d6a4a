import { job, scheduled } from '#server/core/jobs/job.ts';
import { carryOutClosure } from './carry-out.ts';
import { runDryRun, startDailyDryRun } from './dry-run.ts';

export const closureJobs = {
  'carry-out-closure': scheduled('* * * * *', carryOutClosure, { atStart: {} }),
  'plan-closure': job<{ closureId: string }>((deps, { closureId }) => runDryRun(deps, closureId)),
  /** After the payout statistics of the previous day. */
  'start-closure-dry-run': scheduled('40 0 * * *', startDailyDryRun),
};
