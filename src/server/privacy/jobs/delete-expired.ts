import type { Job } from '#server/core/jobs/job.ts';
import { deleteExpired } from '../delete-expired.ts';

export const deleteExpiredJob: Job<'delete-expired'> = {
  schedule: { cron: '*/5 * * * *', timezone: 'UTC' },
  handle: deleteExpired,
};
