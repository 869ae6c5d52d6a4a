import { job, type PayloadsOf } from '#server/core/jobs/job.ts';
import { remindBuyers } from './checkout/remind.ts';
import { fulfillOrder } from './fulfillment/fulfill.ts';

export const ordersJobs = {
  'fulfill-order': job<{ orderId: string }>({
    handle: (deps, { orderId }) => fulfillOrder(deps, orderId),
  }),
  'remind-buyers': job({
    schedule: { cron: '* * * * *', timezone: 'UTC' },
    handle: remindBuyers,
  }),
};

declare module '#server/core/jobs/payloads.ts' {
  interface JobPayloads extends PayloadsOf<typeof ordersJobs> {}
}
