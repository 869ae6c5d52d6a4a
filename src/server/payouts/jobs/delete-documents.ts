import type { Job } from '#server/core/jobs/job.ts';
import { deleteDueDocuments } from '../payees/delete-documents.ts';

export const deleteDocumentsJob: Job<'delete-documents'> = {
  schedule: { cron: '17 * * * *', timezone: 'UTC' },
  handle: deleteDueDocuments,
};
