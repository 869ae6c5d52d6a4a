import type { Job } from '#server/core/jobs/job.ts';
import { syncCertificate } from '../sync.ts';

export const syncCertificateJob: Job<'sync-certificate'> = {
  handle: (deps, { accountId }) => syncCertificate(deps, accountId),
};
