import { restoreAccount } from '../breach/restore.ts';
import type { Job } from '#server/core/jobs/job.ts';

export const restoreAccountJob: Job<'restore-account'> = {
  handle: (deps, { disputeId }) => restoreAccount(deps, disputeId),
};
