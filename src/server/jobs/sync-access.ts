import { syncAccess } from '../services/lifecycle/sync-access.ts';
import type { Job } from './job.ts';

export const syncAccessJob: Job<'sync-access'> = {
  handle: (deps, { accountId }) => syncAccess(deps, accountId),
};
