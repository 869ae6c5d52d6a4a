import type { Job } from '#server/core/jobs/job.ts';
import { handleProviderEvent } from '../payments/handle.ts';

export const handleProviderEventJob: Job<'handle-provider-event'> = {
  handle: (deps, { eventId }) => handleProviderEvent(deps, eventId),
};
