import { chargeBill } from '../services/payment/charge-bill.ts';
import type { Job } from './job.ts';

export const chargeBillJob: Job<'charge-bill'> = {
  handle: (deps, { orderId }) => chargeBill(deps, orderId),
};
