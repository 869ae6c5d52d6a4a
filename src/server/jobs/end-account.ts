import { endAccount } from '../services/lifecycle/end.ts';
import type { Job } from './job.ts';

export const endAccountJob: Job<'end-account'> = {
  handle: async (deps, { accountId, reason }) => void (await endAccount(deps, accountId, reason)),
};
