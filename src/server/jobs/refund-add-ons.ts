import { sendPartialRefund } from '../services/refund/send.ts';
import type { Job } from './job.ts';

export const refundAddOnsJob: Job<'refund-add-ons'> = {
  handle: (deps, { refundId }) => sendPartialRefund(deps, refundId),
};
