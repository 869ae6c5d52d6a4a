import { job, type PayloadsOf } from '#server/core/jobs/job.ts';
import { syncCertificate } from './sync.ts';

export const certificatesJobs = {
  'sync-certificate': job<{ accountId: string }>({
    handle: (deps, { accountId }) => syncCertificate(deps, accountId),
  }),
};

declare module '#server/core/jobs/payloads.ts' {
  interface JobPayloads extends PayloadsOf<typeof certificatesJobs> {}
}
