import { checkConductDeadlines } from '../services/conduct/check-deadlines.ts';
import type { Job } from './job.ts';

export const checkConductDeadlinesJob: Job<'check-conduct-deadlines'> = {
  schedule: { cron: '*/10 * * * *', timezone: 'UTC' },
  handle: checkConductDeadlines,
};
