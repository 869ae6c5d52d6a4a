import type { Job } from '#server/core/jobs/job.ts';
import { replayParkedEvents } from '../feed/replay-parked-events.ts';

export const replayParkedEventsJob: Job<'replay-parked-events'> = {
  schedule: { cron: '*/5 * * * *', timezone: 'UTC' },
  handle: async (deps) => void (await replayParkedEvents(deps)),
};
