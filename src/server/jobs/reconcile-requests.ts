import { requeueRequests } from '../services/account/requeue-requests.ts';
import type { Job } from './job.ts';

export const reconcileRequestsJob: Job<'reconcile-requests'> = {
  schedule: { cron: '* * * * *', timezone: 'UTC' },
  handle: requeueRequests,
};
