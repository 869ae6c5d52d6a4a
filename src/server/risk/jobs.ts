import { job, type PayloadsOf } from '#server/core/jobs/job.ts';
import { checkConductDeadlines } from './conduct/check-deadlines.ts';
import { detectFindings } from './detect.ts';
import { detectSharedDetails } from './detect-shared-details.ts';
import { syncHalt } from './sync-halt.ts';

export const riskJobs = {
  'check-conduct-deadlines': job({
    schedule: { cron: '*/10 * * * *', timezone: 'UTC' },
    handle: checkConductDeadlines,
  }),
  'detect-findings': job({
    schedule: { cron: '* * * * *', timezone: 'UTC' },
    handle: async (deps) => void (await detectFindings(deps)),
  }),
  'detect-shared-details': job({
    schedule: { cron: '23 * * * *', timezone: 'UTC' },
    atStart: {},
    handle: detectSharedDetails,
  }),
  'sync-halt': job<{ haltId: string }>({ handle: (deps, { haltId }) => syncHalt(deps, haltId) }),
};

declare module '#server/core/jobs/payloads.ts' {
  interface JobPayloads extends PayloadsOf<typeof riskJobs> {}
}
