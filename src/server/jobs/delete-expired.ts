import { deleteExpired } from '../services/retention/delete-expired.ts';
import type { Job } from './job.ts';

export const deleteExpiredJob: Job<'delete-expired'> = {
  schedule: { cron: '*/5 * * * *', timezone: 'UTC' },
  handle: deleteExpired,
};
