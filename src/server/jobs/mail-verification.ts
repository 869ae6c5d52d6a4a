import { mailVerification } from '../services/identity/resend-code.ts';
import type { Job } from './job.ts';

export const mailVerificationJob: Job<'mail-verification'> = {
  handle: (deps, { encryptedEmail, locale }) => mailVerification(deps, encryptedEmail, locale),
};
