import { checkInactivity } from '../services/lifecycle/check-inactivity.ts';
import type { Job } from './job.ts';

export const checkInactivityJob: Job<'check-inactivity'> = {
  schedule: { cron: '* * * * *', timezone: 'UTC' },
  handle: checkInactivity,
};
