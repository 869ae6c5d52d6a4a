import { checkInactivity } from '../services/inactivity/check.ts';
import type { Job } from './job.ts';

export const checkInactivityJob: Job<'check-inactivity'> = {
  schedule: { cron: '* * * * *', timezone: 'UTC' },
  handle: checkInactivity,
};
