import type { Job } from '#server/core/jobs/job.ts';
import { mailPasswordLink } from '../password/forgot-password.ts';

export const mailPasswordLinkJob: Job<'mail-password-link'> = {
  handle: (deps, { encryptedEmail }) => mailPasswordLink(deps, encryptedEmail),
};
