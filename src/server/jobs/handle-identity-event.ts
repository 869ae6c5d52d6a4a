import { handleIdentityEvent } from '../services/payee/handle-identity-event.ts';
import type { Job } from './job.ts';

export const handleIdentityEventJob: Job<'handle-identity-event'> = {
  handle: (deps, { eventId }) => handleIdentityEvent(deps, eventId),
};
