import { expireAccounts } from '../services/lifecycle/end.ts';
import type { Job } from './job.ts';

export const expireAccountsJob: Job<'expire-accounts'> = {
  schedule: { cron: '* * * * *', timezone: 'UTC' },
  handle: async (deps) => void (await expireAccounts(deps)),
};
