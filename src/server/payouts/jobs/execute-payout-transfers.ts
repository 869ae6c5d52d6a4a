import type { Job } from '#server/core/jobs/job.ts';
import { executePayoutTransfers } from '../execute-transfers.ts';

export const executePayoutTransfersJob: Job<'execute-payout-transfers'> = {
  handle: (deps, { accountId }) => executePayoutTransfers(deps, accountId),
};
