import { job, scheduled } from '#server/core/jobs/job.ts';
import { releaseCommissions } from './release-commissions.ts';
import { reportRegistration } from './report-referral.ts';
import { reviewOwnSales } from './review-own-sales.ts';

export const affiliatesJobs = {
  'release-commissions': scheduled('*/5 * * * *', releaseCommissions, { atStart: {} }),
  'review-own-sales': job<{ personId: string }>((deps, { personId }) => reviewOwnSales(deps, personId)),
  'report-registration': job<{ personId: string; browserSessionId: string }>((deps, { personId, browserSessionId }) =>
    reportRegistration(deps, personId, browserSessionId),
  ),
};
