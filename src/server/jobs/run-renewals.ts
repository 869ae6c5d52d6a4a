import { runRenewals } from '../services/bill/renew.ts';
import type { Job } from './job.ts';

export const runRenewalsJob: Job<'run-renewals'> = {
  schedule: { cron: '* * * * *', timezone: 'UTC' },
  atStart: {},
  handle: runRenewals,
};
