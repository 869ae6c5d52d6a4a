import { sendPush } from '../services/push/send.ts';
import type { Job } from './job.ts';

export const sendPushJob: Job<'send-push'> = {
  handle: (deps, { messageId }) => sendPush(deps, messageId),
};
