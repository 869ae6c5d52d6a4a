import type { Job } from '#server/core/jobs/job.ts';
import { sendMail } from '../mail/send.ts';

export const sendMailJob: Job<'send-mail'> = {
  handle: (deps, { mailId }) => sendMail(deps, mailId),
};
