import type { Job } from '#server/core/jobs/job.ts';

export const sandboxWebhookJob: Job<'sandbox-webhook'> = {
  handle: async (deps, message) => deps.payments.admin?.deliver(message),
};
