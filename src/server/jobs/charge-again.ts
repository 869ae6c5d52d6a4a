import { retryCharges } from '../services/bill/renew.ts';
import type { Job } from './job.ts';

export const chargeAgainJob: Job<'charge-again'> = {
  handle: (deps, { subscriptionId }) => retryCharges(deps, subscriptionId),
};
