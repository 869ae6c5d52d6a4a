import type { Job } from '#server/core/jobs/job.ts';
import { requeueRequests } from '../requeue-requests.ts';

export const reconcileRequestsJob: Job<'reconcile-requests'> = {
  schedule: { cron: '* * * * *', timezone: 'UTC' },
  handle: requeueRequests,
};
