import type { Job } from '#server/core/jobs/job.ts';
import { publishMarketKeys } from '../market/publish-keys.ts';

export const publishMarketKeysJob: Job<'publish-market-keys'> = {
  schedule: { cron: '*/5 * * * *', timezone: 'UTC' },
  atStart: {},
  handle: publishMarketKeys,
};
