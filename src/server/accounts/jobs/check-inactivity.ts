import type { Job } from '#server/core/jobs/job.ts';
import { checkInactivity } from '../lifecycle/check-inactivity.ts';

export const checkInactivityJob: Job<'check-inactivity'> = {
  schedule: { cron: '* * * * *', timezone: 'UTC' },
  handle: checkInactivity,
};
