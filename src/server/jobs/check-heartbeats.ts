import { checkHeartbeats } from '../services/feed/heartbeat.ts';
import type { Job } from './job.ts';

export const checkHeartbeatsJob: Job<'check-heartbeats'> = {
  schedule: { cron: '* * * * *', timezone: 'UTC' },
  handle: async (deps) => void (await checkHeartbeats(deps)),
};
