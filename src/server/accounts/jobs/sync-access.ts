import type { Job } from '#server/core/jobs/job.ts';
import { syncAccess } from '../lifecycle/sync-access.ts';

export const syncAccessJob: Job<'sync-access'> = {
  handle: (deps, { accountId }) => syncAccess(deps, accountId),
};
