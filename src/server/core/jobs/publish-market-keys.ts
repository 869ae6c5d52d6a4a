import { publishMarketKeys } from '#server/trading/market/publish-keys.ts';
import type { Job } from './job.ts';

export const publishMarketKeysJob: Job<'publish-market-keys'> = {
  schedule: { cron: '*/5 * * * *', timezone: 'UTC' },
  atStart: {},
  handle: publishMarketKeys,
};
