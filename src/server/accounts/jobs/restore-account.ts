import type { Job } from '#server/core/jobs/job.ts';
import { restoreAccount } from '../breach/restore.ts';

export const restoreAccountJob: Job<'restore-account'> = {
  handle: (deps, { disputeId }) => restoreAccount(deps, disputeId),
};
