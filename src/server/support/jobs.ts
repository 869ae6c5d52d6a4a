import { scheduled } from '#server/core/jobs/job.ts';
import { checkTicketDeadlines } from './ticket/check-deadlines.ts';
import { deleteDueTickets } from './ticket/delete-due.ts';

export const supportJobs = {
  'check-ticket-deadlines': scheduled('*/10 * * * *', checkTicketDeadlines),
  'delete-tickets': scheduled('27 * * * *', deleteDueTickets),
};
