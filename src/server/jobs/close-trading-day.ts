import { closeTradingDay } from '../services/feed/close-day.ts';
import type { Job } from './job.ts';

/** Half days close at noon, and nobody should wait for the evening to learn that they passed: it looks every minute. */
export const closeTradingDayJob: Job<'close-trading-day'> = {
  schedule: { cron: '* * * * *', timezone: 'America/Chicago' },
  handle: async (deps) => void (await closeTradingDay(deps)),
};
