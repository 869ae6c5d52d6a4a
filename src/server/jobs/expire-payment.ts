import { expirePayment } from '../services/payment/expire-payment.ts';
import type { Job } from './job.ts';

export const expirePaymentJob: Job<'expire-payment'> = {
  handle: (deps, { orderId }) => expirePayment(deps, orderId),
};
