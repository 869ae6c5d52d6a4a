import { syncHalt } from '../services/risk/sync-halt.ts';
import type { Job } from './job.ts';

export const syncHaltJob: Job<'sync-halt'> = { handle: (deps, { haltId }) => syncHalt(deps, haltId) };
