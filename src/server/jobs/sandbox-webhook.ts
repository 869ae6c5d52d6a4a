import type { Job } from './job.ts';

export const sandboxWebhookJob: Job<'sandbox-webhook'> = {
  handle: async (deps, message) => deps.payments.admin?.deliver(message),
};
