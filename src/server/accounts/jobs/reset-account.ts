import type { Job } from '#server/core/jobs/job.ts';
import { resetAccount } from '../lifecycle/reset.ts';

export const resetAccountJob: Job<'reset-account'> = {
  handle: (deps, { accountId, requestId }) => resetAccount(deps, accountId, requestId),
};
