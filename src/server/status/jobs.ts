import { job, scheduled } from '#server/core/jobs/job.ts';
import { checkComponents } from './check-components.ts';
import { mailIncident } from './mail-incident.ts';
import { type RemedyBatch, remedyIncident, resumeRemedies } from './remedies/run.ts';

export const statusJobs = {
  'check-components': scheduled('* * * * *', checkComponents, { atStart: {} }),
  'remedy-incident': job<RemedyBatch>(remedyIncident),
  'resume-remedies': scheduled('*/5 * * * *', resumeRemedies, { atStart: {} }),
  'mail-incident': job<{ updateId: string }>((deps, { updateId }) => mailIncident(deps, updateId)),
};
