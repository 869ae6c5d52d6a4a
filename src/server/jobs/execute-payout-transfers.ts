import { executePayoutTransfers } from '../services/payout/execute-transfers.ts';
import type { Job } from './job.ts';

export const executePayoutTransfersJob: Job<'execute-payout-transfers'> = {
  handle: (deps, { accountId }) => executePayoutTransfers(deps, accountId),
};
