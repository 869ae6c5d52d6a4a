import { remindBuyers } from '../services/checkout/remind.ts';
import type { Job } from './job.ts';

export const remindBuyersJob: Job<'remind-buyers'> = {
  schedule: { cron: '* * * * *', timezone: 'UTC' },
  handle: remindBuyers,
};
