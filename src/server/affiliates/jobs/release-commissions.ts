import type { Job } from '#server/core/jobs/job.ts';
import { releaseCommissions } from '../release-commissions.ts';

export const releaseCommissionsJob: Job<'release-commissions'> = {
  schedule: { cron: '17 * * * *', timezone: 'UTC' },
  handle: releaseCommissions,
};
