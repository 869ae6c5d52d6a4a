import { job, scheduled } from '#server/core/jobs/job.ts';
import { carryOutClosure } from './carry-out.ts';
import { runDryRun, startDailyDryRun } from './dry-run.ts';
import type { ClosureMailValues } from './mails.ts';
import { notifyPeople } from './notify-people.ts';

export const closureJobs = {
  'carry-out-closure': scheduled('* * * * *', carryOutClosure, { atStart: {} }),
  'notify-closure': job<{ closureId: string; at: string; template: keyof ClosureMailValues }>(
    (deps, { closureId, at, template }) => notifyPeople(deps, closureId, new Date(at), template),
  ),
  'plan-closure': job<{ closureId: string }>((deps, { closureId }) => runDryRun(deps, closureId)),
  /** After the payout statistics of the previous day. */
  'start-closure-dry-run': scheduled('40 0 * * *', startDailyDryRun),
};
