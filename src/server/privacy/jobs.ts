import { noteAuditHead } from '#server/core/audit/noted-heads.ts';
import { scheduled } from '#server/core/jobs/job.ts';
import { deleteExpired } from './delete-expired.ts';

export const privacyJobs = {
  'delete-expired': scheduled('*/5 * * * *', deleteExpired),
  'note-audit-head': scheduled('11 * * * *', noteAuditHead),
};
