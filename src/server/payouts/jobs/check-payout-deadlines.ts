import type { Job } from '#server/core/jobs/job.ts';
import { checkPayoutDeadlines } from '../check-deadlines.ts';

export const checkPayoutDeadlinesJob: Job<'check-payout-deadlines'> = {
  schedule: { cron: '*/5 * * * *', timezone: 'UTC' },
  handle: checkPayoutDeadlines,
};
