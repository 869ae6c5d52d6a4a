import type { Job } from '#server/core/jobs/job.ts';
import { sendPush } from '../push/send.ts';

export const sendPushJob: Job<'send-push'> = {
  handle: (deps, { messageId }) => sendPush(deps, messageId),
};
