import { deleteDueTickets } from '../services/ticket/delete-due.ts';
import type { Job } from './job.ts';

export const deleteTicketsJob: Job<'delete-tickets'> = {
  schedule: { cron: '27 * * * *', timezone: 'UTC' },
  handle: deleteDueTickets,
};
