import { job, type PayloadsOf } from '#server/core/jobs/job.ts';
import { deleteExpired } from './delete-expired.ts';

export const privacyJobs = {
  'delete-expired': job({
    schedule: { cron: '*/5 * * * *', timezone: 'UTC' },
    handle: deleteExpired,
  }),
};

declare module '#server/core/jobs/payloads.ts' {
  interface JobPayloads extends PayloadsOf<typeof privacyJobs> {}
}
