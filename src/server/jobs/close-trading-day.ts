import { closeTradingDay } from '../services/feed/close-day.ts';
import type { Job } from './job.ts';

/** Runs every minute: half days close at noon, and a pass should be known immediately. */
export const closeTradingDayJob: Job<'close-trading-day'> = {
  schedule: { cron: '* * * * *', timezone: 'America/Chicago' },
  handle: async (deps) => void (await closeTradingDay(deps)),
};
