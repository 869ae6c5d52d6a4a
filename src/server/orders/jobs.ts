import { job, scheduled } from '#server/core/jobs/job.ts';
import { remindBuyers } from './checkout/remind.ts';
import { fulfillOrder } from './fulfillment/fulfill.ts';

export const ordersJobs = {
  'fulfill-order': job<{ orderId: string }>((deps, { orderId }) => fulfillOrder(deps, orderId)),
  'remind-buyers': scheduled('* * * * *', remindBuyers),
};
