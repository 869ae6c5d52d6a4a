import { runRenewals } from '../services/subscription/renew.ts';
import type { Job } from './job.ts';

export const runRenewalsJob: Job<'run-renewals'> = {
  schedule: { cron: '* * * * *', timezone: 'UTC' },
  atStart: {},
  handle: runRenewals,
};
