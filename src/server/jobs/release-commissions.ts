import { releaseCommissions } from '../services/affiliate/release-commissions.ts';
import type { Job } from './job.ts';

export const releaseCommissionsJob: Job<'release-commissions'> = {
  schedule: { cron: '17 * * * *', timezone: 'UTC' },
  handle: releaseCommissions,
};
