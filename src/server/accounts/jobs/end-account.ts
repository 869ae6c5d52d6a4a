import type { Job } from '#server/core/jobs/job.ts';
import { endAccount } from '../lifecycle/end.ts';

export const endAccountJob: Job<'end-account'> = {
  handle: async (deps, { accountId, reason }) => void (await endAccount(deps, accountId, reason)),
};
