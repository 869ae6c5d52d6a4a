import type { Job } from '#server/core/jobs/job.ts';
import { expireAccounts } from '../lifecycle/end.ts';

export const expireAccountsJob: Job<'expire-accounts'> = {
  schedule: { cron: '* * * * *', timezone: 'UTC' },
  handle: async (deps) => void (await expireAccounts(deps)),
};
