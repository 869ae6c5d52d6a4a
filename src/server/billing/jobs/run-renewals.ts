import type { Job } from '#server/core/jobs/job.ts';
import { runRenewals } from '../bills/renew.ts';

export const runRenewalsJob: Job<'run-renewals'> = {
  schedule: { cron: '* * * * *', timezone: 'UTC' },
  atStart: {},
  handle: runRenewals,
};
