import { mailPayoutCode } from '../services/payout/request-access.ts';
import type { Job } from './job.ts';

export const mailPayoutCodeJob: Job<'mail-payout-code'> = {
  handle: (deps, { encryptedEmail }) => mailPayoutCode(deps, encryptedEmail),
};
