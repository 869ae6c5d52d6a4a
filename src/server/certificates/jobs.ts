import { job } from '#server/core/jobs/job.ts';
import { syncCertificate } from './sync.ts';

export const certificatesJobs = {
  'sync-certificate': job<{ accountId: string }>((deps, { accountId }) => syncCertificate(deps, accountId)),
};
