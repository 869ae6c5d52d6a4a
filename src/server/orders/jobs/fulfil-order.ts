import type { Job } from '#server/core/jobs/job.ts';
import { fulfilOrder } from '../fulfillment/fulfill.ts';

export const fulfilOrderJob: Job<'fulfil-order'> = {
  handle: (deps, { orderId }) => fulfilOrder(deps, orderId),
};
