import type { Job } from '#server/core/jobs/job.ts';
import { sendOrderRefund } from '../refunds/send.ts';

export const refundOrderJob: Job<'refund-order'> = {
  handle: (deps, { orderId }) => sendOrderRefund(deps, orderId),
};
