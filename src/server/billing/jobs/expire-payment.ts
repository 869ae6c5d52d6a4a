import type { Job } from '#server/core/jobs/job.ts';
import { expirePayment } from '../payments/expire-payment.ts';

export const expirePaymentJob: Job<'expire-payment'> = {
  handle: (deps, { orderId }) => expirePayment(deps, orderId),
};
