import { job, type PayloadsOf } from '#server/core/jobs/job.ts';
import { checkTicketDeadlines } from './ticket/check-deadlines.ts';
import { deleteDueTickets } from './ticket/delete-due.ts';

export const supportJobs = {
  'check-ticket-deadlines': job({
    schedule: { cron: '*/10 * * * *', timezone: 'UTC' },
    handle: checkTicketDeadlines,
  }),
  'delete-tickets': job({
    schedule: { cron: '27 * * * *', timezone: 'UTC' },
    handle: deleteDueTickets,
  }),
};

declare module '#server/core/jobs/payloads.ts' {
  interface JobPayloads extends PayloadsOf<typeof supportJobs> {}
}
