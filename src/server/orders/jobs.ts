import { job, type PayloadsOf } from '#server/core/jobs/job.ts';
import { remindBuyers } from './checkout/remind.ts';
import { fulfilOrder } from './fulfillment/fulfill.ts';

export const orderJobs = {
  'fulfil-order': job<{ orderId: string }>({
    handle: (deps, { orderId }) => fulfilOrder(deps, orderId),
  }),
  'remind-buyers': job({
    schedule: { cron: '* * * * *', timezone: 'UTC' },
    handle: remindBuyers,
  }),
};

declare module '#server/core/jobs/payloads.ts' {
  interface JobPayloads extends PayloadsOf<typeof orderJobs> {}
}
