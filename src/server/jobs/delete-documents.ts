import { deleteDueDocuments } from '../services/payee/delete-documents.ts';
import type { Job } from './job.ts';

export const deleteDocumentsJob: Job<'delete-documents'> = {
  schedule: { cron: '17 * * * *', timezone: 'UTC' },
  handle: deleteDueDocuments,
};
