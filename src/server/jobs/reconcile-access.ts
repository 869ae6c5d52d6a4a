import { reconcileAccess } from '../services/account/reconcile-access.ts';
import type { Job } from './job.ts';

export const reconcileAccessJob: Job<'reconcile-access'> = {
  schedule: { cron: '* * * * *', timezone: 'UTC' },
  handle: reconcileAccess,
};
