import type { Job } from '#server/core/jobs/job.ts';
import { checkTicketDeadlines } from '../check-deadlines.ts';

export const checkTicketDeadlinesJob: Job<'check-ticket-deadlines'> = {
  schedule: { cron: '*/10 * * * *', timezone: 'UTC' },
  handle: checkTicketDeadlines,
};
