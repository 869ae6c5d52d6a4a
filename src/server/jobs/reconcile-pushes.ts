import { reconcilePushes } from '../services/push/reconcile.ts';
import type { Job } from './job.ts';

export const reconcilePushesJob: Job<'reconcile-pushes'> = {
  schedule: { cron: '* * * * *', timezone: 'UTC' },
  atStart: { afterStart: true },
  handle: reconcilePushes,
};
