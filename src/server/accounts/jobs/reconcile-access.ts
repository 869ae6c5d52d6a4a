import type { Job } from '#server/core/jobs/job.ts';
import { reconcileAccess } from '../reconcile-access.ts';

export const reconcileAccessJob: Job<'reconcile-access'> = {
  schedule: { cron: '* * * * *', timezone: 'UTC' },
  handle: reconcileAccess,
};
