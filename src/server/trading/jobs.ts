import { scheduled } from '#server/core/jobs/job.ts';
import { publishMarketKeys } from './market/publish-keys.ts';

export const tradingJobs = {
  'publish-market-keys': scheduled('*/5 * * * *', publishMarketKeys, { atStart: {} }),
};
