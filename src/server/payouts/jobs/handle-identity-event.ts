import type { Job } from '#server/core/jobs/job.ts';
import { handleIdentityEvent } from '../payees/handle-identity-event.ts';

export const handleIdentityEventJob: Job<'handle-identity-event'> = {
  handle: (deps, { eventId }) => handleIdentityEvent(deps, eventId),
};
