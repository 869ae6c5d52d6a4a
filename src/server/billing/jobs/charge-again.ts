import type { Job } from '#server/core/jobs/job.ts';
import { retryCharges } from '../bills/renew.ts';

export const chargeAgainJob: Job<'charge-again'> = {
  handle: (deps, { subscriptionId }) => retryCharges(deps, subscriptionId),
};
