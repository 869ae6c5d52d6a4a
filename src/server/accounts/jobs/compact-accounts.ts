import type { Job } from '#server/core/jobs/job.ts';
import { compactAccounts } from '../feed/compact.ts';

export const compactAccountsJob: Job<'compact-accounts'> = {
  schedule: { cron: '*/5 * * * *', timezone: 'UTC' },
  handle: async (deps) => void (await compactAccounts(deps)),
};
