import { replayParkedEvents } from '../services/feed/replay-parked-events.ts';
import type { Job } from './job.ts';

export const replayParkedEventsJob: Job<'replay-parked-events'> = {
  schedule: { cron: '*/5 * * * *', timezone: 'UTC' },
  handle: async (deps) => void (await replayParkedEvents(deps)),
};
