import { job, type PayloadsOf } from '#server/core/jobs/job.ts';
import { mailPasswordLink } from './password/forgot-password.ts';

export const peopleJobs = {
  /** The encrypted address. The job looks it up, so that the response time doesn't reveal whether it is known. */
  'mail-password-link': job<{ encryptedEmail: string }>({
    handle: (deps, { encryptedEmail }) => mailPasswordLink(deps, encryptedEmail),
  }),
};

declare module '#server/core/jobs/payloads.ts' {
  interface JobPayloads extends PayloadsOf<typeof peopleJobs> {}
}
