import type { Job } from '#server/core/jobs/job.ts';
import { sendPartialRefund } from '../refunds/send.ts';

export const refundAddOnsJob: Job<'refund-add-ons'> = {
  handle: (deps, { refundId }) => sendPartialRefund(deps, refundId),
};
