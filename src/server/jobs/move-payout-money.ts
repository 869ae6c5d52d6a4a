import { movePayoutMoney } from '../services/payout/move-money.ts';
import type { Job } from './job.ts';

export const movePayoutMoneyJob: Job<'move-payout-money'> = {
  handle: (deps, { accountId }) => movePayoutMoney(deps, accountId),
};
