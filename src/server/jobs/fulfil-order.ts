import { fulfilOrder } from '../services/fulfilment/fulfil.ts';
import type { Job } from './job.ts';

export const fulfilOrderJob: Job<'fulfil-order'> = {
  handle: (deps, { orderId }) => fulfilOrder(deps, orderId),
};
