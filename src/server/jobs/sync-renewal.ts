import { syncRenewal } from '../services/subscription/sync-renewal.ts';
import type { Job } from './job.ts';

export const syncRenewalJob: Job<'sync-renewal'> = {
  handle: (deps, { accountId }) => syncRenewal(deps, accountId),
};
