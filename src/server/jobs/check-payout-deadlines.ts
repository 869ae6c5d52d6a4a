import { checkPayoutDeadlines } from '../services/payout/check-deadlines.ts';
import type { Job } from './job.ts';

export const checkPayoutDeadlinesJob: Job<'check-payout-deadlines'> = {
  schedule: { cron: '*/5 * * * *', timezone: 'UTC' },
  handle: checkPayoutDeadlines,
};
