import { job, scheduled } from '#server/core/jobs/job.ts';
import type { AccountEndReason } from '#shared/accounts/lifecycle.ts';
import { reconcileAccess } from './access/reconcile.ts';
import { restoreAccount } from './breach/restore.ts';
import { closeTradingDay } from './feed/close-day.ts';
import { compactAccounts } from './feed/compact.ts';
import { checkHeartbeats } from './feed/heartbeat.ts';
import { replayParkedEvents } from './feed/replay-parked-events.ts';
import { checkInactivity } from './lifecycle/check-inactivity.ts';
import { endAccount, expireAccounts } from './lifecycle/end.ts';
import { resetAccount } from './lifecycle/reset.ts';
import { syncAccess } from './lifecycle/sync-access.ts';
import { requeueRequests } from './requests/requeue.ts';

export const accountsJobs = {
  'check-heartbeats': scheduled('* * * * *', checkHeartbeats),
  'check-inactivity': scheduled('* * * * *', checkInactivity),
  /** Runs every minute: half days close at noon, and a pass should be known immediately. */
  'close-trading-day': scheduled('* * * * *', closeTradingDay, { timezone: 'America/Chicago' }),
  'compact-accounts': scheduled('*/5 * * * *', compactAccounts),
  'end-account': job<{ accountId: string; reason: AccountEndReason }>((deps, { accountId, reason }) =>
    endAccount(deps, accountId, reason),
  ),
  'expire-accounts': scheduled('* * * * *', expireAccounts),
  'reconcile-access': scheduled('* * * * *', reconcileAccess),
  'reconcile-requests': scheduled('* * * * *', requeueRequests),
  'replay-parked-events': scheduled('*/5 * * * *', replayParkedEvents),
  'reset-account': job<{ accountId: string; requestId: string }>((deps, { accountId, requestId }) =>
    resetAccount(deps, accountId, requestId),
  ),
  'restore-account': job<{ disputeId: string }>((deps, { disputeId }) => restoreAccount(deps, disputeId)),
  'sync-access': job<{ accountId: string }>((deps, { accountId }) => syncAccess(deps, accountId)),
};
