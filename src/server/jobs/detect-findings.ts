import { detectFindings } from '../services/risk/detect.ts';
import type { Job } from './job.ts';

export const detectFindingsJob: Job<'detect-findings'> = {
  schedule: { cron: '* * * * *', timezone: 'UTC' },
  handle: async (deps) => void (await detectFindings(deps)),
};
