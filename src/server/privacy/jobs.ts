import { noteAuditHead } from '#server/core/audit/noted-heads.ts';
import { job, type PayloadsOf } from '#server/core/jobs/job.ts';
import { deleteExpired } from './delete-expired.ts';

export const privacyJobs = {
  'delete-expired': job({
    schedule: { cron: '*/5 * * * *', timezone: 'UTC' },
    handle: deleteExpired,
  }),
  'note-audit-head': job({
    schedule: { cron: '11 * * * *', timezone: 'UTC' },
    handle: noteAuditHead,
  }),
};

declare module '#server/core/jobs/payloads.ts' {
  interface JobPayloads extends PayloadsOf<typeof privacyJobs> {}
}
