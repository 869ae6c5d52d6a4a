import { rollUpPayouts } from '../services/payout-statistics/append-days.ts';
import type { Job } from './job.ts';

export const rollUpPayoutsJob: Job<'roll-up-payouts'> = {
  // Shortly after midnight, once the decisions of the previous day have been committed.
  schedule: { cron: '20 0 * * *', timezone: 'UTC' },
  atStart: {},
  handle: rollUpPayouts,
};
