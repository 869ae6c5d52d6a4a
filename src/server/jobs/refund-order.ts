import { requestRefund } from '../services/order/request-refund.ts';
import type { Job } from './job.ts';

export const refundOrderJob: Job<'refund-order'> = {
  handle: (deps, { orderId }) => requestRefund(deps, orderId),
};
