import type { Locale } from '#i18n/locales.ts';
import { job } from '#server/core/jobs/job.ts';
import { mailPasswordLink } from './password/forgot-password.ts';
import { mailVerification } from './sign-up/resend-code.ts';

export const peopleJobs = {
  /** The encrypted address. The job looks it up, so that the response time doesn't reveal whether it is known. */
  'mail-password-link': job<{ encryptedEmail: string }>((deps, { encryptedEmail }) =>
    mailPasswordLink(deps, encryptedEmail),
  ),
  /** The same, and the language in which the code was requested. */
  'mail-verification': job<{ encryptedEmail: string; locale: Locale }>((deps, { encryptedEmail, locale }) =>
    mailVerification(deps, encryptedEmail, locale),
  ),
};
