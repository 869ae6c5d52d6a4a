import type { Job } from '#server/core/jobs/job.ts';
import { checkConductDeadlines } from '../conduct/check-deadlines.ts';

export const checkConductDeadlinesJob: Job<'check-conduct-deadlines'> = {
  schedule: { cron: '*/10 * * * *', timezone: 'UTC' },
  handle: checkConductDeadlines,
};
