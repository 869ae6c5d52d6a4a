import type { Job } from '#server/core/jobs/job.ts';
import { remindBuyers } from '../checkout/remind.ts';

export const remindBuyersJob: Job<'remind-buyers'> = {
  schedule: { cron: '* * * * *', timezone: 'UTC' },
  handle: remindBuyers,
};
