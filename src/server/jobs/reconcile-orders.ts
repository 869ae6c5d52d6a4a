import { reconcileOrders } from '../services/payment/reconcile.ts';
import type { Job } from './job.ts';

export const reconcileOrdersJob: Job<'reconcile-orders'> = {
  schedule: { cron: '* * * * *', timezone: 'UTC' },
  atStart: { afterStart: true },
  handle: reconcileOrders,
};
