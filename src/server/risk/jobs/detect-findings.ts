import type { Job } from '#server/core/jobs/job.ts';
import { detectFindings } from '../detect.ts';

export const detectFindingsJob: Job<'detect-findings'> = {
  schedule: { cron: '* * * * *', timezone: 'UTC' },
  handle: async (deps) => void (await detectFindings(deps)),
};
