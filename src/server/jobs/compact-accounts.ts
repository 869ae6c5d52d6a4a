import { compactAccounts } from '../services/feed/compact.ts';
import type { Job } from './job.ts';

export const compactAccountsJob: Job<'compact-accounts'> = {
  schedule: { cron: '*/5 * * * *', timezone: 'UTC' },
  handle: async (deps) => void (await compactAccounts(deps)),
};
