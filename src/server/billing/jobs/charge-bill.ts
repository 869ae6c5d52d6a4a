import type { Job } from '#server/core/jobs/job.ts';
import { chargeBill } from '../payments/charge-bill.ts';

export const chargeBillJob: Job<'charge-bill'> = {
  handle: (deps, { orderId }) => chargeBill(deps, orderId),
};
