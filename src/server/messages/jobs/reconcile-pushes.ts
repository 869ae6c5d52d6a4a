import type { Job } from '#server/core/jobs/job.ts';
import { reconcilePushes } from '../push/reconcile.ts';

export const reconcilePushesJob: Job<'reconcile-pushes'> = {
  schedule: { cron: '* * * * *', timezone: 'UTC' },
  atStart: { afterStart: true },
  handle: reconcilePushes,
};
