import type { Job } from '#server/core/jobs/job.ts';
import { mailPayoutCode } from '../request-access.ts';

export const mailPayoutCodeJob: Job<'mail-payout-code'> = {
  handle: (deps, { encryptedEmail }) => mailPayoutCode(deps, encryptedEmail),
};
