import { sendOrderRefund } from '../services/refund/send.ts';
import type { Job } from './job.ts';

export const refundOrderJob: Job<'refund-order'> = {
  handle: (deps, { orderId }) => sendOrderRefund(deps, orderId),
};
