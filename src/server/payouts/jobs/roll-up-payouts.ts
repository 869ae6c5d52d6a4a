import type { Job } from '#server/core/jobs/job.ts';
import { rollUpPayouts } from '../statistics/append-days.ts';

export const rollUpPayoutsJob: Job<'roll-up-payouts'> = {
  // Shortly after midnight, once the decisions of the previous day have been committed.
  schedule: { cron: '20 0 * * *', timezone: 'UTC' },
  atStart: {},
  handle: rollUpPayouts,
};
