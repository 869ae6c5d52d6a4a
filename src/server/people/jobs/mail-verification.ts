import type { Job } from '#server/core/jobs/job.ts';
import { mailVerification } from '../sign-up/resend-code.ts';

export const mailVerificationJob: Job<'mail-verification'> = {
  handle: (deps, { encryptedEmail, locale }) => mailVerification(deps, encryptedEmail, locale),
};
