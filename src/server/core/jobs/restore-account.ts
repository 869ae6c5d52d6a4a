import { restoreAccount } from '#server/accounts/breach/restore.ts';
import type { Job } from './job.ts';

export const restoreAccountJob: Job<'restore-account'> = {
  handle: (deps, { disputeId }) => restoreAccount(deps, disputeId),
};
