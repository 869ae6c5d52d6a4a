import { resetAccount } from '../services/lifecycle/reset.ts';
import type { Job } from './job.ts';

export const resetAccountJob: Job<'reset-account'> = {
  handle: (deps, { accountId, requestId }) => resetAccount(deps, accountId, requestId),
};
