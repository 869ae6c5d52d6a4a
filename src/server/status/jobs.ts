import { job, scheduled } from '#server/core/jobs/job.ts';
import { checkComponents } from './check-components.ts';
import { mailIncident } from './mail-incident.ts';

export const statusJobs = {
  'check-components': scheduled('* * * * *', checkComponents, { atStart: {} }),
  'mail-incident': job<{ updateId: string }>((deps, { updateId }) => mailIncident(deps, updateId)),
};
