import { job, type PayloadsOf } from '#server/core/jobs/job.ts';
import { checkComponents } from './check-components.ts';
import { mailIncident } from './mail-incident.ts';

export const statusJobs = {
  'check-components': job({
    schedule: { cron: '* * * * *', timezone: 'UTC' },
    atStart: {},
    handle: checkComponents,
  }),
  'mail-incident': job<{ updateId: string }>({
    handle: (deps, { updateId }) => mailIncident(deps, updateId),
  }),
};

declare module '#server/core/jobs/payloads.ts' {
  interface JobPayloads extends PayloadsOf<typeof statusJobs> {}
}
