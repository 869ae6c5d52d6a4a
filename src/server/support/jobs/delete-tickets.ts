import type { Job } from '#server/core/jobs/job.ts';
import { deleteDueTickets } from '../delete-due.ts';

export const deleteTicketsJob: Job<'delete-tickets'> = {
  schedule: { cron: '27 * * * *', timezone: 'UTC' },
  handle: deleteDueTickets,
};
