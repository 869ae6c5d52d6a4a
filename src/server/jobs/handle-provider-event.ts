import { handleProviderEvent } from '../services/payment/handle.ts';
import type { Job } from './job.ts';

export const handleProviderEventJob: Job<'handle-provider-event'> = {
  handle: (deps, { eventId }) => handleProviderEvent(deps, eventId),
};
