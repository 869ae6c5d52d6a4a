import { mailPasswordLink } from '../services/identity/forgot-password.ts';
import type { Job } from './job.ts';

export const mailPasswordLinkJob: Job<'mail-password-link'> = {
  handle: (deps, { encryptedEmail }) => mailPasswordLink(deps, encryptedEmail),
};
