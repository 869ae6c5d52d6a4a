import { syncCertificate } from '../services/certificate/sync.ts';
import type { Job } from './job.ts';

export const syncCertificateJob: Job<'sync-certificate'> = {
  handle: (deps, { accountId }) => syncCertificate(deps, accountId),
};
