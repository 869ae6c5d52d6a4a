import type { Job } from '#server/core/jobs/job.ts';
import { mailIncident } from '../mail-incident.ts';

export const mailIncidentJob: Job<'mail-incident'> = {
  handle: (deps, { updateId }) => mailIncident(deps, updateId),
};
