import type { Job } from '#server/core/jobs/job.ts';
import { requeueIdentityEvents } from '../payees/requeue-identity-events.ts';

export const reconcileIdentityEventsJob: Job<'reconcile-identity-events'> = {
  schedule: { cron: '*/5 * * * *', timezone: 'UTC' },
  handle: requeueIdentityEvents,
};
