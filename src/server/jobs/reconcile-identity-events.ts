import { requeueIdentityEvents } from '../services/payee/requeue-identity-events.ts';
import type { Job } from './job.ts';

export const reconcileIdentityEventsJob: Job<'reconcile-identity-events'> = {
  schedule: { cron: '*/5 * * * *', timezone: 'UTC' },
  handle: requeueIdentityEvents,
};
