import { job, type PayloadsOf } from '#server/core/jobs/job.ts';
import { publishMarketKeys } from './market/publish-keys.ts';

export const tradingJobs = {
  'publish-market-keys': job({
    schedule: { cron: '*/5 * * * *', timezone: 'UTC' },
    atStart: {},
    handle: publishMarketKeys,
  }),
};

declare module '#server/core/jobs/payloads.ts' {
  interface JobPayloads extends PayloadsOf<typeof tradingJobs> {}
}
