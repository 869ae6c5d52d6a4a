import { sendMail } from '../services/mail/send.ts';
import type { Job } from './job.ts';

export const sendMailJob: Job<'send-mail'> = {
  handle: (deps, { mailId }) => sendMail(deps, mailId),
};
