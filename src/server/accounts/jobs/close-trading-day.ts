import type { Job } from '#server/core/jobs/job.ts';
import { closeTradingDay } from '../feed/close-day.ts';

/** Runs every minute: half days close at noon, and a pass should be known immediately. */
export const closeTradingDayJob: Job<'close-trading-day'> = {
  schedule: { cron: '* * * * *', timezone: 'America/Chicago' },
  handle: async (deps) => void (await closeTradingDay(deps)),
};
