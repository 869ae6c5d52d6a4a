import type { Job } from '#server/core/jobs/job.ts';
import { reconcileOrders } from '../payments/reconcile.ts';

export const reconcileOrdersJob: Job<'reconcile-orders'> = {
  schedule: { cron: '* * * * *', timezone: 'UTC' },
  atStart: { afterStart: true },
  handle: reconcileOrders,
};
