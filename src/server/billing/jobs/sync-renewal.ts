import type { Job } from '#server/core/jobs/job.ts';
import { syncRenewal } from '../subscriptions/sync-renewal.ts';

export const syncRenewalJob: Job<'sync-renewal'> = {
  handle: (deps, { accountId }) => syncRenewal(deps, accountId),
};
