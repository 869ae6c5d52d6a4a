import { remindBuyers } from '../services/order/remind.ts';
import type { Job } from './job.ts';

export const remindBuyersJob: Job<'remind-buyers'> = {
  schedule: { cron: '* * * * *', timezone: 'UTC' },
  handle: remindBuyers,
};
