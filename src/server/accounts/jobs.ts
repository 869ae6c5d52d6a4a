import { job, type PayloadsOf } from '#server/core/jobs/job.ts';
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
  'check-heartbeats': job({
    schedule: { cron: '* * * * *', timezone: 'UTC' },
    handle: async (deps) => void (await checkHeartbeats(deps)),
  }),
  'check-inactivity': job({
    schedule: { cron: '* * * * *', timezone: 'UTC' },
    handle: checkInactivity,
  }),
  /** Runs every minute: half days close at noon, and a pass should be known immediately. */
  'close-trading-day': job({
    schedule: { cron: '* * * * *', timezone: 'America/Chicago' },
    handle: async (deps) => void (await closeTradingDay(deps)),
  }),
  'compact-accounts': job({
    schedule: { cron: '*/5 * * * *', timezone: 'UTC' },
    handle: async (deps) => void (await compactAccounts(deps)),
  }),
  'end-account': job<{ accountId: string; reason: AccountEndReason }>({
    handle: async (deps, { accountId, reason }) => void (await endAccount(deps, accountId, reason)),
  }),
  'expire-accounts': job({
    schedule: { cron: '* * * * *', timezone: 'UTC' },
    handle: async (deps) => void (await expireAccounts(deps)),
  }),
  'reconcile-access': job({
    schedule: { cron: '* * * * *', timezone: 'UTC' },
    handle: reconcileAccess,
  }),
  'reconcile-requests': job({
    schedule: { cron: '* * * * *', timezone: 'UTC' },
    handle: requeueRequests,
  }),
  'replay-parked-events': job({
    schedule: { cron: '*/5 * * * *', timezone: 'UTC' },
    handle: async (deps) => void (await replayParkedEvents(deps)),
  }),
  'reset-account': job<{ accountId: string; requestId: string }>({
    handle: (deps, { accountId, requestId }) => resetAccount(deps, accountId, requestId),
  }),
  'restore-account': job<{ disputeId: string }>({
    handle: (deps, { disputeId }) => restoreAccount(deps, disputeId),
  }),
  'sync-access': job<{ accountId: string }>({
    handle: (deps, { accountId }) => syncAccess(deps, accountId),
  }),
};

declare module '#server/core/jobs/payloads.ts' {
  interface JobPayloads extends PayloadsOf<typeof accountsJobs> {}
}
