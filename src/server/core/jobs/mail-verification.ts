import { mailVerification } from '#server/people/sign-up/resend-code.ts';
import type { Job } from './job.ts';

export const mailVerificationJob: Job<'mail-verification'> = {
  handle: (deps, { encryptedEmail, locale }) => mailVerification(deps, encryptedEmail, locale),
};
