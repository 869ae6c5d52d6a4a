import type { Job } from '#server/core/jobs/job.ts';
import { sendPostback } from '../postbacks/send.ts';

export const sendPostbackJob: Job<'send-postback'> = {
  handle: (deps, { postbackId }) => sendPostback(deps, postbackId),
};
