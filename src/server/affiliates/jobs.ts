import { job, type PayloadsOf } from '#server/core/jobs/job.ts';
import { releaseCommissions } from './release-commissions.ts';
import { reportRegistration } from './report-referral.ts';
import { reviewOwnSales } from './review-own-sales.ts';

export const affiliatesJobs = {
  'release-commissions': job({
    schedule: { cron: '*/5 * * * *', timezone: 'UTC' },
    atStart: {},
    handle: releaseCommissions,
  }),
  'review-own-sales': job<{ personId: string }>({
    handle: (deps, { personId }) => reviewOwnSales(deps, personId),
  }),
  'report-registration': job<{ personId: string; browserSessionId: string }>({
    handle: (deps, { personId, browserSessionId }) => reportRegistration(deps, personId, browserSessionId),
  }),
};

declare module '#server/core/jobs/payloads.ts' {
  interface JobPayloads extends PayloadsOf<typeof affiliatesJobs> {}
}
