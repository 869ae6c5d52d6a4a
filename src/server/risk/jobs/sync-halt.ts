import type { Job } from '#server/core/jobs/job.ts';
import { syncHalt } from '../sync-halt.ts';

export const syncHaltJob: Job<'sync-halt'> = { handle: (deps, { haltId }) => syncHalt(deps, haltId) };
