import { rollUpPayouts } from '../services/payout-statistics/append-days.ts';
import type { Job } from './job.ts';

export const rollUpPayoutsJob: Job<'roll-up-payouts'> = {
  // A while after midnight, when what the day before decided has been committed.
  schedule: { cron: '20 0 * * *', timezone: 'UTC' },
  atStart: {},
  handle: rollUpPayouts,
};
