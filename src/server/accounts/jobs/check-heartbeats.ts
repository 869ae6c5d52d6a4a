import type { Job } from '#server/core/jobs/job.ts';
import { checkHeartbeats } from '../feed/heartbeat.ts';

export const checkHeartbeatsJob: Job<'check-heartbeats'> = {
  schedule: { cron: '* * * * *', timezone: 'UTC' },
  handle: async (deps) => void (await checkHeartbeats(deps)),
};
