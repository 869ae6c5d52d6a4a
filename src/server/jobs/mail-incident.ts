import { mailIncident } from '../services/status/mail-incident.ts';
import type { Job } from './job.ts';

export const mailIncidentJob: Job<'mail-incident'> = {
  handle: (deps, { updateId }) => mailIncident(deps, updateId),
};
