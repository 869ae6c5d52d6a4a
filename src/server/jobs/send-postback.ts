import { sendPostback } from '../services/postback/send.ts';
import type { Job } from './job.ts';

export const sendPostbackJob: Job<'send-postback'> = {
  handle: (deps, { postbackId }) => sendPostback(deps, postbackId),
};
