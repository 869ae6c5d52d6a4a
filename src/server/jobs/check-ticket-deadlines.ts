import { checkTicketDeadlines } from '../services/ticket/check-deadlines.ts';
import type { Job } from './job.ts';

export const checkTicketDeadlinesJob: Job<'check-ticket-deadlines'> = {
  schedule: { cron: '*/10 * * * *', timezone: 'UTC' },
  handle: checkTicketDeadlines,
};
